//! Release notes: between which two revisions, and what they say.

use std::collections::HashSet;

use super::outcome::Outcome;
use super::revisions::ReviewError;
use crate::comparison::Classification;
use crate::inert::code_span;
use crate::report::semver::{Step, Version};
use crate::report::{self, Changelog, counted};
use crate::repository::history::reached;
use crate::repository::{Id, Objects, Tag};

/// The tag that release notes lead up to when nobody says: the newest one in the history of `head`.
///
/// # Errors
/// The history cannot be read.
pub fn newest<'t>(objects: &dyn Objects, tags: &'t [Tag], head: Id) -> Result<Option<&'t Tag>, ReviewError> {
    let reached = reached(objects, head, &tags.iter().map(|tag| tag.commit).collect())?;
    let there = tags.iter().filter(|tag| reached.found.contains(&tag.commit));
    Ok(there.max_by(|a, b| order(a, b)))
}

/// The tag that release notes start from when nobody says: the newest one that is an ancestor of `to`. Where `to` is
/// called a version, only lower versions with the same prefix count, and a release does not start from a prerelease
/// unless there is nothing else.
///
/// # Errors
/// The history cannot be read, or it ends before a tag is met.
pub fn before<'t>(
    objects: &dyn Objects,
    tags: &'t [Tag],
    to: Id,
    name: &str,
) -> Result<Option<&'t Tag>, ReviewError> {
    let wanted: HashSet<Id> = tags.iter().map(|tag| tag.commit).filter(|&commit| commit != to).collect();
    let reached = reached(objects, to, &wanted)?;
    let there: Vec<&Tag> = tags.iter().filter(|tag| reached.found.contains(&tag.commit)).collect();
    if there.is_empty() && !reached.ends_at.is_empty() {
        return Err(ReviewError::Unusable(
            "this clone ends before an earlier tag; fetch more with `git fetch --unshallow --tags`, or name a revision \
             with `--from`"
                .to_owned(),
        ));
    }
    let newest = |tags: &mut dyn Iterator<Item = &&'t Tag>| tags.copied().max_by(|a, b| order(a, b));
    let Some(own) = Version::parse(name) else { return Ok(newest(&mut there.iter())) };
    let lower = |tag: &&&Tag| {
        Version::parse(&tag.name).is_some_and(|version| version.prefix == own.prefix && version < own)
    };
    let released = |tag: &&&Tag| {
        own.is_prerelease() || Version::parse(&tag.name).is_some_and(|version| !version.is_prerelease())
    };
    Ok(newest(&mut there.iter().filter(lower).filter(released))
        .or_else(|| newest(&mut there.iter().filter(lower)))
        .or_else(|| newest(&mut there.iter().filter(|tag| Version::parse(&tag.name).is_none()))))
}

/// Versions come after other names; then by version, time and name.
fn order(a: &Tag, b: &Tag) -> std::cmp::Ordering {
    let version = |tag: &Tag| Version::parse(&tag.name);
    version(a).cmp(&version(b)).then_with(|| (a.seconds, &a.name).cmp(&(b.seconds, &b.name)))
}

impl Outcome<'_> {
    /// Release notes in at most `limit` bytes. `names` are what the two revisions are called.
    #[must_use]
    pub fn release_notes(&self, names: [&str; 2], limit: usize) -> String {
        let [from, to] = names;
        let mut text = format!("# Changes from {} to {}\n\n", code_span(from), code_span(to));
        for line in self.suggestion(from, to) {
            text.push_str(&line);
            text.push_str("\n\n");
        }
        let models = self
            .has_models
            .then(|| Changelog { head: String::new(), sections: report::release(&self.models) });
        let models = models.filter(|models| !models.sections.is_empty());
        if models.is_none() && self.sections().is_empty() {
            text.push_str("Nothing that is compared has changed.\n");
            return text;
        }
        if self.has_others() {
            self.append(&mut text, limit, models);
        } else if let Some(models) = models {
            text.push_str(&models.render(limit.saturating_sub(text.len())));
        }
        text
    }

    /// How far the version has to move for what is proven, and for the worst of what is undetermined.
    fn step(&self) -> (Step, Step) {
        let (mut proven, mut worst) = report::step(&self.models);
        if !self.documents().changed.is_empty() || !self.data().changed.is_empty() {
            proven = proven.max(Step::Patch);
            worst = worst.max(Step::Patch);
        }
        (proven, worst)
    }

    fn suggestion(&self, from: &str, to: &str) -> Vec<String> {
        let (proven, worst) = self.step();
        let count = |classification| self.models.count(classification);
        let why = match proven {
            Step::Major => {
                let breaking = count(Classification::Breaking);
                format!("{} breaking", counted(breaking, "difference is", "differences are"))
            }
            Step::Minor => "nothing is known to break, and interfaces changed".to_owned(),
            Step::Patch => "no interface changed".to_owned(),
            Step::None => return Vec::new(),
        };
        let earlier = Version::parse(from);
        let suggested = |step: Step| match &earlier {
            Some(version) => code_span(&version.next(step)),
            None => format!("a {} one", step.as_str()),
        };
        let mut line = format!("Suggested next version: **{}**, because {why}.", suggested(proven));
        if worst > proven {
            line.push_str(&format!(
                " If one of {} breaks somebody, it is {}.",
                counted(
                    count(Classification::Undetermined),
                    "undetermined difference",
                    "undetermined differences"
                ),
                suggested(worst)
            ));
        }
        let mut lines = vec![line];
        if let (Some(earlier), Some(later)) = (&earlier, Version::parse(to))
            && earlier.prefix == later.prefix
            && Version::parse(&earlier.next(proven)).is_some_and(|least| later < least)
        {
            lines.push(format!("**{} is lower than that.**", code_span(to)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(name: &str, seconds: i64) -> Tag {
        Tag { name: name.to_owned(), commit: Id::from_bytes([1; 20]), seconds }
    }

    #[test]
    fn versions_are_newer_than_other_tags_and_are_ordered_as_versions() {
        let tags = [tag("nightly", 99), tag("v1.9.0", 5), tag("v1.10.0", 4), tag("v2.0.0-rc.1", 3)];
        let mut order_found: Vec<&Tag> = tags.iter().collect();
        order_found.sort_by(|a, b| order(a, b));
        let names: Vec<&str> = order_found.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["nightly", "v1.9.0", "v1.10.0", "v2.0.0-rc.1"]);
    }
}
