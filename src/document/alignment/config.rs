//! The alignment's settings, as they are recorded on the wire.

use crate::document::Kind;

/// A pass of the alignment, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// The same text.
    Exact,
    /// The same label and a similar text.
    Label,
    /// Containers that are left over, in order.
    Structural,
    /// Similar texts between the same neighbours.
    Fuzzy,
    /// The same or a similar text elsewhere in the document.
    Move,
    /// The same place, and not too different.
    Positional,
}

impl Pass {
    /// Every pass in order.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::Label, Self::Structural, Self::Fuzzy, Self::Move, Self::Positional];

    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Label => "label",
            Self::Structural => "structural",
            Self::Fuzzy => "fuzzy",
            Self::Move => "move",
            Self::Positional => "positional",
        }
    }

    /// The pass with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// Settings of the alignment. Similarities are ratios from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct AlignmentConfig {
    /// The passes that run; `exact`, `structural` and `positional` always do.
    pub passes: Vec<Pass>,
    /// From here on two texts between the same neighbours are one.
    pub fuzzy_min_similarity: f64,
    /// From here on the same label says that two texts are one.
    pub label_min_similarity: f64,
    /// From here on the same place says that two texts are one.
    pub positional_min_similarity: f64,
    /// From here on a text elsewhere may be the same.
    pub move_min_similarity: f64,
    /// By how much the best match elsewhere must beat the next.
    pub move_tie_margin: f64,
    /// Shorter texts, in tokens, are never looked for elsewhere.
    pub move_min_tokens: usize,
    /// The kinds of block that can move.
    pub move_kinds: Vec<Kind>,
    /// How many places a fuzzy match may be away among what is left over.
    pub fuzzy_window: usize,
    /// Whether rows of a table are matched by similarity.
    pub table_fuzzy: bool,
    /// How many comparisons of texts the whole run may make.
    pub max_comparisons: usize,
}

impl Default for AlignmentConfig {
    fn default() -> Self {
        Self {
            passes: Pass::ALL.to_vec(),
            fuzzy_min_similarity: 0.60,
            label_min_similarity: 0.50,
            positional_min_similarity: 0.35,
            move_min_similarity: 0.80,
            move_tie_margin: 0.10,
            move_min_tokens: 8,
            move_kinds: vec![Kind::Paragraph, Kind::ListItem, Kind::Heading],
            fuzzy_window: 25,
            table_fuzzy: false,
            max_comparisons: 2_000_000,
        }
    }
}

impl AlignmentConfig {
    /// Brings the passes into their order and checks every setting.
    ///
    /// # Errors
    /// A pass is named twice, one that always runs is missing, a similarity is no ratio, or the window is empty.
    pub fn validated(mut self) -> Result<Self, String> {
        let count = self.passes.len();
        self.passes.sort_unstable();
        self.passes.dedup();
        if self.passes.len() != count {
            return Err("a pass is named twice".to_owned());
        }
        for needed in [Pass::Exact, Pass::Structural, Pass::Positional] {
            if !self.passes.contains(&needed) {
                return Err(format!("the pass \"{}\" always runs and must be named", needed.name()));
            }
        }
        for (name, ratio) in [
            ("fuzzy_min_similarity", self.fuzzy_min_similarity),
            ("label_min_similarity", self.label_min_similarity),
            ("positional_min_similarity", self.positional_min_similarity),
            ("move_min_similarity", self.move_min_similarity),
            ("move_tie_margin", self.move_tie_margin),
        ] {
            if !(0.0..=1.0).contains(&ratio) {
                return Err(format!("{name} is {ratio}, and a ratio is between 0 and 1"));
            }
        }
        if self.fuzzy_window == 0 {
            return Err("fuzzy_window is 0, and it is at least 1".to_owned());
        }
        Ok(self)
    }

    pub(super) fn runs(&self, pass: Pass) -> bool {
        self.passes.contains(&pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_take_their_order_and_contradictions_are_refused() {
        let with = |passes: &[Pass]| {
            AlignmentConfig { passes: passes.to_vec(), ..AlignmentConfig::default() }.validated()
        };
        let ordered = with(&[Pass::Positional, Pass::Exact, Pass::Structural]).unwrap();
        assert_eq!(ordered.passes, [Pass::Exact, Pass::Structural, Pass::Positional]);
        assert_eq!(
            with(&[Pass::Exact, Pass::Structural]).unwrap_err(),
            "the pass \"positional\" always runs and must be named"
        );
        assert!(with(&[Pass::Exact, Pass::Exact, Pass::Structural, Pass::Positional]).is_err());
        let config = AlignmentConfig { move_tie_margin: 1.5, ..AlignmentConfig::default() };
        assert!(config.validated().unwrap_err().contains("move_tie_margin is 1.5"));
    }
}
