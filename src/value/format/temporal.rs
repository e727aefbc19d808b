//! `date`, `time` and `date-time` of RFC 3339, with exact instants and the recorded leap seconds.
//!
//! Whether a minute ends with second 58, 59 or 60 is known only for the interval that has been announced. Outside it,
//! second 59 and second 60 of the last minute of a UTC month are unsettled; every other second needs no knowledge.

use super::{Spelled, Verdict};

/// The text does not have the form.
pub const REPRESENTATION: &str = "sample.temporal_representation";
/// No such day in the Gregorian calendar.
pub const CALENDAR: &str = "sample.temporal_calendar";
/// An hour, minute, second or offset out of range.
pub const CLOCK: &str = "sample.temporal_clock";
/// Second 60 where no leap second can ever be inserted.
pub const EXCEPTIONAL_SLOT: &str = "sample.temporal_exceptional_slot";
/// Second 60 at the end of a month that is known to have none.
pub const LEAP_SECOND: &str = "sample.temporal_leap_second";
/// The last seconds of a month about which nothing has been announced.
pub const KNOWLEDGE_UNAVAILABLE: &str = "sample.temporal_knowledge_unavailable";
/// Second 60 without a date, so nobody can say whether it exists.
pub const MEANING_UNAVAILABLE: &str = "sample.temporal_meaning_unavailable";

/// The UTC days that ended with an inserted second 60, as year, month and day.
const INSERTIONS: [(i32, u8, u8); 27] = [
    (1972, 6, 30),
    (1972, 12, 31),
    (1973, 12, 31),
    (1974, 12, 31),
    (1975, 12, 31),
    (1976, 12, 31),
    (1977, 12, 31),
    (1978, 12, 31),
    (1979, 12, 31),
    (1981, 6, 30),
    (1982, 6, 30),
    (1983, 6, 30),
    (1985, 6, 30),
    (1987, 12, 31),
    (1989, 12, 31),
    (1990, 12, 31),
    (1992, 6, 30),
    (1993, 6, 30),
    (1994, 6, 30),
    (1995, 12, 31),
    (1997, 6, 30),
    (1998, 12, 31),
    (2005, 12, 31),
    (2008, 12, 31),
    (2012, 6, 30),
    (2015, 6, 30),
    (2016, 12, 31),
];
/// The first and the last year whose month ends are all known.
const KNOWN_YEARS: std::ops::RangeInclusive<i32> = 1972..=2026;

const MINUTES_A_DAY: i64 = 24 * 60;

/// A day of the proleptic Gregorian calendar, year 0000 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarDate {
    /// The year; written ones are 0 to 9999, but shifting by an offset can leave that range by one.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// An instant in UTC, exact to any number of fraction digits. An inserted leap second is an instant of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    /// Seconds since 1970-01-01T00:00:00Z without leap seconds; an inserted second counts as the one before it.
    seconds: i64,
    inserted: bool,
    /// Decimal digits of the fraction, without trailing zeros.
    fraction: String,
}

/// Reads `YYYY-MM-DD`.
///
/// ```
/// use countersign::value::format::date;
/// assert!(date("0000-02-29").is_valid());
/// assert!(!date("1900-02-29").is_valid());
/// ```
#[must_use]
pub fn date(text: &str) -> Verdict<CalendarDate> {
    let mut reader = Reader(text.as_bytes());
    match reader.date() {
        Some(day) if reader.at_end() => {
            if day.exists() {
                Verdict::Valid(day)
            } else {
                Verdict::Invalid(CALENDAR)
            }
        }
        _ => Verdict::Invalid(REPRESENTATION),
    }
}

/// Reads `HH:MM:SS`, an optional fraction, and `Z` or a numeric offset.
///
/// A time of day has no date, so neither leap seconds nor equality with another offset can be settled.
///
/// ```
/// use countersign::value::format::{Verdict, time};
/// assert!(time("12:00:00.5+01:00").is_valid());
/// assert!(matches!(time("23:59:60Z"), Verdict::Unsettled(_)));
/// assert!(matches!(time("12:00:60Z"), Verdict::Invalid(_)));
/// ```
#[must_use]
pub fn time(text: &str) -> Verdict<Spelled> {
    let mut reader = Reader(text.as_bytes());
    let clock = match reader.clock() {
        Some(clock) if reader.at_end() => clock,
        _ => return Verdict::Invalid(REPRESENTATION),
    };
    if !clock.exists() {
        return Verdict::Invalid(CLOCK);
    }
    if clock.second < 60 {
        return Verdict::Valid(Spelled::new(text));
    }
    if clock.utc_minute().rem_euclid(MINUTES_A_DAY) == MINUTES_A_DAY - 1 {
        Verdict::Unsettled(MEANING_UNAVAILABLE)
    } else {
        Verdict::Invalid(EXCEPTIONAL_SLOT)
    }
}

/// Reads a date, `T` or `t`, and a time with its offset.
///
/// ```
/// use countersign::value::format::date_time;
/// assert_eq!(date_time("2020-01-01T00:30:00.50+01:00"), date_time("2019-12-31t23:30:00.5z"));
/// assert!(date_time("2016-12-31T23:59:60Z").is_valid());
/// assert!(!date_time("2020-01-01 00:00:00Z").is_valid());
/// ```
#[must_use]
pub fn date_time(text: &str) -> Verdict<Instant> {
    let mut reader = Reader(text.as_bytes());
    let (day, clock) = match reader.date_and_clock() {
        Some(parts) if reader.at_end() => parts,
        _ => return Verdict::Invalid(REPRESENTATION),
    };
    if !day.exists() {
        return Verdict::Invalid(CALENDAR);
    }
    if !clock.exists() {
        return Verdict::Invalid(CLOCK);
    }
    let minute = day.days_since_1970() * MINUTES_A_DAY + clock.utc_minute();
    let utc_day = minute.div_euclid(MINUTES_A_DAY);
    let last_minute = minute.rem_euclid(MINUTES_A_DAY) == MINUTES_A_DAY - 1;
    let utc = CalendarDate::from_days_since_1970(utc_day);
    if last_minute && utc.is_last_of_month() {
        if clock.second >= 59 && !KNOWN_YEARS.contains(&utc.year) {
            return Verdict::Unsettled(KNOWLEDGE_UNAVAILABLE);
        }
        if clock.second == 60 && !INSERTIONS.contains(&(utc.year, utc.month, utc.day)) {
            return Verdict::Invalid(LEAP_SECOND);
        }
    } else if clock.second == 60 {
        return Verdict::Invalid(EXCEPTIONAL_SLOT);
    }
    Verdict::Valid(Instant {
        seconds: minute * 60 + i64::from(clock.second.min(59)),
        inserted: clock.second == 60,
        fraction: clock.fraction.trim_end_matches('0').to_owned(),
    })
}

impl CalendarDate {
    fn exists(self) -> bool {
        (1..=12).contains(&self.month) && self.day >= 1 && self.day <= days_in(self.year, self.month)
    }

    fn is_last_of_month(self) -> bool {
        self.day == days_in(self.year, self.month)
    }

    /// Days since 1970-01-01. Years are counted from March, so that the leap day is the last of its year.
    fn days_since_1970(self) -> i64 {
        let month = i64::from(self.month);
        let year = i64::from(self.year) - i64::from(month <= 2);
        let month_from_march = (month + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(self.day) - 1;
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
    }

    fn from_days_since_1970(days: i64) -> Self {
        let from_march_0000 = days + 719_468;
        let era = from_march_0000.div_euclid(146_097);
        let day_of_era = from_march_0000.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        // Written years have four digits and an offset shifts by less than two days, so nothing is cut off here.
        Self {
            year: i32::try_from(year).unwrap_or(i32::MAX),
            month: u8::try_from(month).unwrap_or(0),
            day: u8::try_from(day).unwrap_or(0),
        }
    }
}

fn days_in(year: i32, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

struct Clock<'a> {
    hour: u8,
    minute: u8,
    second: u8,
    fraction: &'a str,
    offset_hour: u8,
    offset_minute: u8,
    behind: bool,
}

impl Clock<'_> {
    fn exists(&self) -> bool {
        self.hour <= 23
            && self.minute <= 59
            && self.second <= 60
            && self.offset_hour <= 23
            && self.offset_minute <= 59
    }

    /// The minute in UTC, counted from the start of the written day; it can lie on the day before or after.
    fn utc_minute(&self) -> i64 {
        let offset = i64::from(self.offset_hour) * 60 + i64::from(self.offset_minute);
        let local = i64::from(self.hour) * 60 + i64::from(self.minute);
        if self.behind { local + offset } else { local - offset }
    }
}

/// Reads fixed-width ASCII fields from the front.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn at_end(&self) -> bool {
        self.0.is_empty()
    }

    fn one_of(&mut self, allowed: &[u8]) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        if !allowed.contains(&first) {
            return None;
        }
        self.0 = rest;
        Some(first)
    }

    fn digits(&mut self, count: usize) -> Option<u16> {
        let (field, rest) = self.0.split_at_checked(count)?;
        let mut value = 0u16;
        for byte in field {
            if !byte.is_ascii_digit() {
                return None;
            }
            value = value * 10 + u16::from(byte - b'0');
        }
        self.0 = rest;
        Some(value)
    }

    fn two(&mut self) -> Option<u8> {
        self.digits(2).and_then(|value| u8::try_from(value).ok())
    }

    fn date(&mut self) -> Option<CalendarDate> {
        let year = i32::from(self.digits(4)?);
        self.one_of(b"-")?;
        let month = self.two()?;
        self.one_of(b"-")?;
        Some(CalendarDate { year, month, day: self.two()? })
    }

    fn date_and_clock(&mut self) -> Option<(CalendarDate, Clock<'a>)> {
        let day = self.date()?;
        self.one_of(b"Tt")?;
        Some((day, self.clock()?))
    }

    fn clock(&mut self) -> Option<Clock<'a>> {
        let hour = self.two()?;
        self.one_of(b":")?;
        let minute = self.two()?;
        self.one_of(b":")?;
        let second = self.two()?;
        let fraction = if self.one_of(b".").is_some() { self.fraction()? } else { "" };
        let zone = self.one_of(b"Zz+-")?;
        let (offset_hour, offset_minute) = if matches!(zone, b'+' | b'-') {
            let hour = self.two()?;
            self.one_of(b":")?;
            (hour, self.two()?)
        } else {
            (0, 0)
        };
        Some(Clock { hour, minute, second, fraction, offset_hour, offset_minute, behind: zone == b'-' })
    }

    fn fraction(&mut self) -> Option<&'a str> {
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        std::str::from_utf8(digits).ok().filter(|digits| !digits.is_empty())
    }
}

#[cfg(test)]
mod tests;
