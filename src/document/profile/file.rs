//! Profiles as they are written in files.
//!
//! YAML is the form in which such profiles are handed around; TOML and JSON hold the same keys. Unknown keys are
//! errors, because a misspelt key would silently change what a comparison sees.

use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use super::{
    DepthMode, HeadingReset, HeadingRule, LabelPattern, Profile, ProfileError, RoleMatch, RoleRule,
    SpanExtractor, Style, carried,
};
use crate::document::Kind;

/// How a profile file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileSyntax {
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

impl ProfileSyntax {
    /// The syntax a file's name promises: `.toml`, `.json`, and YAML for everything else.
    #[must_use]
    pub fn of_path(path: &str) -> Self {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        match extension.as_deref() {
            Some("toml") => Self::Toml,
            Some("json") => Self::Json,
            _ => Self::Yaml,
        }
    }
}

/// The largest profile file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The most entries in one list.
const MAX_ENTRIES: usize = 200;
/// The memory that one compiled pattern may take, in bytes.
const MAX_PATTERN: usize = 4 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default, rename = "description")]
    _description: Option<String>,
    #[serde(default)]
    label_patterns: Vec<WrittenLabel>,
    #[serde(default)]
    heading_resets: Vec<WrittenReset>,
    #[serde(default)]
    heading_rule: WrittenHeadingRule,
    #[serde(default)]
    role_rules: Vec<WrittenRole>,
    #[serde(default)]
    span_extractors: Vec<WrittenExtractor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLabel {
    name: String,
    pattern: String,
    style: WrittenStyle,
    #[serde(default)]
    depth_mode: WrittenDepthMode,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenStyle {
    Decimal,
    Alpha,
    Roman,
    Word,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum WrittenDepthMode {
    Arithmetic,
    #[default]
    Stack,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenReset {
    name: String,
    pattern: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenHeadingRule {
    max_words: usize,
    allow_all_caps: bool,
    allow_title_case: bool,
    forbid_terminal_punctuation: bool,
}

impl Default for WrittenHeadingRule {
    fn default() -> Self {
        Self { max_words: 8, allow_all_caps: true, allow_title_case: true, forbid_terminal_punctuation: true }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRole {
    role: String,
    r#match: WrittenMatch,
    #[serde(default)]
    pattern: Option<String>,
    #[serde(default)]
    parent_role: Option<String>,
    #[serde(default)]
    kind: Option<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum WrittenMatch {
    Heading,
    Text,
    Label,
    ParentRole,
    AncestorHeading,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenExtractor {
    r#type: String,
    pattern: String,
    #[serde(default)]
    group: usize,
}

fn regex(pattern: &str, place: impl Fn() -> String) -> Result<Regex, ProfileError> {
    RegexBuilder::new(pattern).size_limit(MAX_PATTERN).build().map_err(|error| {
        let text = error.to_string();
        let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        ProfileError::Pattern { place: place(), reason }
    })
}

fn limited<T>(entries: Vec<T>, name: &str) -> Result<Vec<T>, ProfileError> {
    if entries.len() > MAX_ENTRIES {
        let count = entries.len();
        return Err(ProfileError::Invalid(format!(
            "{name} has {count} entries, and the limit is {MAX_ENTRIES}"
        )));
    }
    Ok(entries)
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// The text does not follow its syntax, a key is unknown or missing, a pattern is no regular expression without
    /// look-around, an entry contradicts itself, or a limit is passed.
    pub fn read(text: &str, syntax: ProfileSyntax) -> Result<Self, ProfileError> {
        if text.len() > MAX_BYTES {
            let size = text.len();
            return Err(ProfileError::Invalid(format!("it has {size} bytes, and the limit is {MAX_BYTES}")));
        }
        let message = |error: String| ProfileError::Syntax(error.trim_end().to_owned());
        let written: Written = match syntax {
            ProfileSyntax::Yaml => {
                serde_saphyr::from_str(text).map_err(|error| message(error.to_string()))?
            }
            ProfileSyntax::Toml => toml::from_str(text).map_err(|error| message(error.to_string()))?,
            ProfileSyntax::Json => serde_json::from_str(text).map_err(|error| message(error.to_string()))?,
        };
        written.compile()
    }
}

impl Written {
    fn compile(self) -> Result<Profile, ProfileError> {
        if self.name.is_empty() {
            return Err(ProfileError::Invalid("its name is empty".to_owned()));
        }
        let labels = limited(self.label_patterns, "label_patterns")?
            .into_iter()
            .map(|written| {
                Ok(LabelPattern {
                    // Labels are looked for at the start of a line only, whatever the pattern says.
                    pattern: regex(&format!("^(?:{})", written.pattern), || {
                        format!("label \"{}\"", written.name)
                    })?,
                    matched_by: carried(format!("label:{}", written.name)),
                    name: written.name,
                    style: match written.style {
                        WrittenStyle::Decimal => Style::Decimal,
                        WrittenStyle::Alpha => Style::Alpha,
                        WrittenStyle::Roman => Style::Roman,
                        WrittenStyle::Word => Style::Word,
                    },
                    depth_mode: match written.depth_mode {
                        WrittenDepthMode::Arithmetic => DepthMode::Arithmetic,
                        WrittenDepthMode::Stack => DepthMode::Stack,
                    },
                })
            })
            .collect::<Result<_, ProfileError>>()?;
        let resets = limited(self.heading_resets, "heading_resets")?
            .into_iter()
            .map(|written| {
                let pattern = regex(&written.pattern, || format!("heading reset \"{}\"", written.name))?;
                Ok(HeadingReset { name: written.name, pattern })
            })
            .collect::<Result<_, ProfileError>>()?;
        let role_rules = limited(self.role_rules, "role_rules")?
            .into_iter()
            .enumerate()
            .map(|(index, written)| written.compile(index))
            .collect::<Result<_, _>>()?;
        let span_extractors = limited(self.span_extractors, "span_extractors")?
            .into_iter()
            .enumerate()
            .map(|(index, written)| written.compile(index))
            .collect::<Result<_, _>>()?;
        let rule = self.heading_rule;
        Ok(Profile {
            name: self.name,
            labels,
            resets,
            heading_rule: HeadingRule {
                max_words: rule.max_words,
                allow_all_caps: rule.allow_all_caps,
                allow_title_case: rule.allow_title_case,
                forbid_terminal_punctuation: rule.forbid_terminal_punctuation,
            },
            role_rules,
            span_extractors,
        })
    }
}

impl WrittenRole {
    fn compile(self, index: usize) -> Result<RoleRule, ProfileError> {
        let place = format!("role rule {} (\"{}\")", index + 1, self.role);
        let wrong = |what: &str| ProfileError::Invalid(format!("{place}: {what}"));
        let pattern = self.pattern.as_deref().map(|pattern| regex(pattern, || place.clone())).transpose()?;
        let needed = || pattern.clone().ok_or_else(|| wrong("pattern is missing"));
        let matches = match self.r#match {
            WrittenMatch::Heading if self.kind.is_some() => {
                return Err(wrong("kind has no meaning beside match \"heading\""));
            }
            WrittenMatch::Heading => RoleMatch::Heading(needed()?),
            WrittenMatch::Text => RoleMatch::Text(needed()?),
            WrittenMatch::Label => RoleMatch::Label(needed()?),
            WrittenMatch::AncestorHeading => RoleMatch::AncestorHeading(needed()?),
            WrittenMatch::ParentRole if pattern.is_some() => {
                return Err(wrong("pattern has no meaning beside match \"parent_role\""));
            }
            WrittenMatch::ParentRole => RoleMatch::ParentRole(
                self.parent_role.clone().ok_or_else(|| wrong("parent_role is missing"))?,
            ),
        };
        if self.parent_role.is_some() && !matches!(matches, RoleMatch::ParentRole(_)) {
            return Err(wrong("parent_role has a meaning only beside match \"parent_role\""));
        }
        let kind = match self.kind.as_deref() {
            None => None,
            Some(name) => {
                Some(Kind::from_name(name).ok_or_else(|| wrong(&format!("\"{name}\" is no block kind")))?)
            }
        };
        Ok(RoleRule { role: carried(self.role), matches, kind })
    }
}

impl WrittenExtractor {
    fn compile(self, index: usize) -> Result<SpanExtractor, ProfileError> {
        let place = format!("span extractor {} (\"{}\")", index + 1, self.r#type);
        if self.r#type.is_empty() {
            return Err(ProfileError::Invalid(format!("{place}: type is empty")));
        }
        let pattern = regex(&self.pattern, || place.clone())?;
        if self.group >= pattern.captures_len() {
            let group = self.group;
            return Err(ProfileError::Invalid(format!("{place}: its pattern has no group {group}")));
        }
        Ok(SpanExtractor { kind: carried(self.r#type), pattern, group: self.group })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "name: memo\nlabel_patterns:\n  - name: item\n    pattern: 'Item\\s+(\\d+):\\s+'\n    style: \
                        decimal\nrole_rules:\n  - role: memo\n    match: label\n    kind: list_item\n    pattern: \
                        '^Item'\n";

    #[test]
    fn the_three_syntaxes_hold_the_same_profile() {
        let toml = "name = 'memo'\n[[label_patterns]]\nname = 'item'\npattern = 'Item\\s+(\\d+):\\s+'\nstyle = \
                    'decimal'\n[[role_rules]]\nrole = 'memo'\nmatch = 'label'\nkind = 'list_item'\npattern = '^Item'";
        let json = r#"{"name": "memo", "label_patterns": [{"name": "item", "pattern": "Item\\s+(\\d+):\\s+",
            "style": "decimal"}], "role_rules": [{"role": "memo", "match": "label", "kind": "list_item",
            "pattern": "^Item"}]}"#;
        let read = [
            Profile::read(YAML, ProfileSyntax::Yaml),
            Profile::read(toml, ProfileSyntax::Toml),
            Profile::read(json, ProfileSyntax::Json),
        ];
        for profile in read {
            assert_eq!(format!("{:?}", profile.unwrap()), {
                format!("{:?}", Profile::read(YAML, ProfileSyntax::Yaml).unwrap())
            });
        }
        assert_eq!(ProfileSyntax::of_path("a/b.JSON"), ProfileSyntax::Json);
        assert_eq!(ProfileSyntax::of_path("a.b/c"), ProfileSyntax::Yaml);
    }

    #[test]
    fn the_documented_example_is_a_profile() {
        let page = include_str!("../../../docs/compare.md");
        let example = page.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
        let profile = Profile::read(example, ProfileSyntax::Yaml).unwrap();
        assert_eq!((profile.name(), profile.labels.len(), profile.span_extractors.len()), ("memo", 1, 1));
    }

    #[test]
    fn hostile_profiles_end_in_an_error() {
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nname: y\n";
        assert!(Profile::read(bomb, ProfileSyntax::Yaml).is_err());
        let deep = format!("name: {}", "[".repeat(100_000));
        assert!(Profile::read(&deep, ProfileSyntax::Yaml).is_err());
        assert!(Profile::read(&deep, ProfileSyntax::Toml).is_err());
        let large = "name = 'x'\n[[heading_resets]]\nname = 'r'\npattern = '((a{200}){200}){200}'";
        assert!(Profile::read(large, ProfileSyntax::Toml).unwrap_err().to_string().contains("size limit"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| Profile::read(text, ProfileSyntax::Toml).unwrap_err().to_string();
        assert!(error("name = 'x'\nlabels = []").contains("unknown field `labels`"));
        assert_eq!(
            error("name = 'x'\n[[heading_resets]]\nname = 'r'\npattern = '(?=a)'"),
            "profile: pattern of heading reset \"r\": look-around, including look-ahead and look-behind, is not \
             supported"
        );
        assert_eq!(
            error("name = 'x'\n[[role_rules]]\nrole = 'r'\nmatch = 'text'"),
            "profile: role rule 1 (\"r\"): pattern is missing"
        );
        assert_eq!(
            error("name = 'x'\n[[span_extractors]]\ntype = 't'\npattern = 'a'\ngroup = 1"),
            "profile: span extractor 1 (\"t\"): its pattern has no group 1"
        );
    }
}
