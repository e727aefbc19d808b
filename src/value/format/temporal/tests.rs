//! Dates, times and instants by example, and the laws of the calendar.

use proptest::prelude::*;

use super::*;

fn code<T>(verdict: &Verdict<T>) -> &'static str {
    match verdict {
        Verdict::Valid(_) => "valid",
        Verdict::Invalid(code) | Verdict::Unsettled(code) => code,
    }
}

#[test]
fn dates_follow_the_gregorian_calendar_from_year_zero() {
    for (text, expected) in [
        ("1970-01-01", "valid"),
        ("0000-01-01", "valid"),
        ("0000-02-29", "valid"),
        ("9999-12-31", "valid"),
        ("2000-02-29", "valid"),
        ("1900-02-29", CALENDAR),
        ("2023-02-29", CALENDAR),
        ("2024-04-31", CALENDAR),
        ("2024-00-01", CALENDAR),
        ("2024-13-01", CALENDAR),
        ("2024-01-00", CALENDAR),
        ("", REPRESENTATION),
        ("2024-1-1", REPRESENTATION),
        ("2024-W01-1", REPRESENTATION),
        ("20240101", REPRESENTATION),
        ("2024-01-01Z", REPRESENTATION),
        ("+2024-01-01", REPRESENTATION),
        ("２０２４-01-01", REPRESENTATION),
    ] {
        assert_eq!(code(&date(text)), expected, "{text}");
    }
}

#[test]
fn times_need_seconds_and_an_offset() {
    for (text, expected) in [
        ("00:00:00Z", "valid"),
        ("23:59:59.999999999999999999999z", "valid"),
        ("12:00:00-00:00", "valid"),
        ("12:00:00+23:59", "valid"),
        ("24:00:00Z", CLOCK),
        ("12:60:00Z", CLOCK),
        ("12:00:61Z", CLOCK),
        ("12:00:00+24:00", CLOCK),
        ("12:00:00+00:60", CLOCK),
        ("12:00:60Z", EXCEPTIONAL_SLOT),
        ("23:59:60Z", MEANING_UNAVAILABLE),
        ("15:59:60-08:00", MEANING_UNAVAILABLE),
        ("00:59:60+01:00", MEANING_UNAVAILABLE),
        ("23:59:60+01:00", EXCEPTIONAL_SLOT),
        ("12:00Z", REPRESENTATION),
        ("12:00:00", REPRESENTATION),
        ("12:00:00.Z", REPRESENTATION),
        ("12:00:00,5Z", REPRESENTATION),
        ("12:00:00+0100", REPRESENTATION),
        ("12:00:00Z[Europe/Berlin]", REPRESENTATION),
        ("T12:00:00Z", REPRESENTATION),
    ] {
        assert_eq!(code(&time(text)), expected, "{text}");
    }
}

#[test]
fn leap_seconds_are_admitted_where_one_was_inserted_and_unsettled_where_nobody_knows() {
    for (text, expected) in [
        ("2016-12-31T23:59:60Z", "valid"),
        ("2016-12-31T23:59:60.25Z", "valid"),
        ("2016-12-31T15:59:60-08:00", "valid"),
        ("2017-01-01T08:59:60+09:00", "valid"),
        ("1972-06-30T23:59:60Z", "valid"),
        ("2016-06-30T23:59:60Z", LEAP_SECOND),
        ("2026-12-31T23:59:60Z", LEAP_SECOND),
        ("1972-01-31T23:59:60Z", LEAP_SECOND),
        ("2016-12-31T23:59:60+01:00", EXCEPTIONAL_SLOT),
        ("2016-12-30T23:59:60Z", EXCEPTIONAL_SLOT),
        ("2016-12-31T22:59:60Z", EXCEPTIONAL_SLOT),
        ("2026-12-31T23:59:59Z", "valid"),
        ("2027-01-31T23:59:59Z", KNOWLEDGE_UNAVAILABLE),
        ("2030-06-30T23:59:59Z", KNOWLEDGE_UNAVAILABLE),
        ("2030-06-30T23:59:60Z", KNOWLEDGE_UNAVAILABLE),
        ("1960-06-30T23:59:59.5Z", KNOWLEDGE_UNAVAILABLE),
        ("1971-12-31T23:59:60Z", KNOWLEDGE_UNAVAILABLE),
        ("2030-07-01T01:59:59+02:00", KNOWLEDGE_UNAVAILABLE),
        ("0000-01-01T00:59:59+01:00", KNOWLEDGE_UNAVAILABLE),
        ("2030-06-30T23:59:58Z", "valid"),
        ("2030-06-29T23:59:59Z", "valid"),
        ("2024-02-30T00:00:00Z", CALENDAR),
        ("2024-01-01T24:00:00Z", CLOCK),
        ("2024-01-01 00:00:00Z", REPRESENTATION),
        ("2024-01-01T00:00:00", REPRESENTATION),
        ("2024-01-01", REPRESENTATION),
    ] {
        assert_eq!(code(&date_time(text)), expected, "{text}");
    }
}

#[test]
fn one_instant_has_many_spellings() {
    let instant = |text| date_time(text).value().unwrap();
    assert_eq!(
        instant("1970-01-01T00:00:00Z"),
        Instant { seconds: 0, inserted: false, fraction: String::new() }
    );
    assert_eq!(instant("2000-03-01T00:00:00.120+00:30"), instant("2000-02-29t23:30:00.12z"));
    assert_eq!(instant("2000-01-01T00:00:00.000Z"), instant("2000-01-01T00:00:00-00:00"));
    assert_ne!(instant("2016-12-31T23:59:60Z"), instant("2016-12-31T23:59:59Z"));
    assert_ne!(instant("2016-12-31T23:59:60Z"), instant("2017-01-01T00:00:00Z"));
    assert_ne!(
        instant("2000-01-01T00:00:00.0000000000000000001Z"),
        instant("2000-01-01T00:00:00.0000000000000000002Z")
    );
}

#[test]
fn every_day_comes_back_from_its_number() {
    let first = CalendarDate { year: 0, month: 1, day: 1 }.days_since_1970() - 2;
    let last = CalendarDate { year: 9999, month: 12, day: 31 }.days_since_1970() + 2;
    assert_eq!(last - first, 3_652_425 - 1 + 4);
    let mut previous: Option<CalendarDate> = None;
    for number in first..=last {
        let day = CalendarDate::from_days_since_1970(number);
        assert!(day.exists(), "{day:?}");
        assert_eq!(day.days_since_1970(), number);
        assert!(previous.is_none_or(|previous| previous < day));
        previous = Some(day);
    }
}

proptest! {
    #[test]
    fn shifting_clock_and_offset_together_keeps_the_instant(
        year in 1i32..9999, month in 1u8..=12, day in 1u8..=28, hour in 0u8..24, minute in 0u8..60,
        second in 0u8..59, offset in 0u8..24,
    ) {
        let written = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}-{offset:02}:00");
        let shifted = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
        let (Verdict::Valid(behind), Verdict::Valid(utc)) = (date_time(&written), date_time(&shifted)) else {
            return Err(TestCaseError::fail("both are dates"));
        };
        prop_assert_eq!(behind.seconds - utc.seconds, i64::from(offset) * 3600);
    }
}
