//! Preflight, one transform stage for each modifier, final review.

use std::sync::Arc;

use super::edit::{self, EditError};
use super::modifier::{Applicability, Modifier, ModifierError, Parameter};
use super::review::{Change, Fault, ModifierRecord, Phase, ResidualEdit, ResidualProposal, Review, Stage};
use super::{Proposal, Snapshot};

/// The longest text that is polished, before and after every stage, in bytes.
pub const MOST_BYTES: usize = 64 << 20;

/// The largest magnitude of an integer in the projection, which every JSON reader takes exactly.
const MOST_INTEGER: i64 = (1 << 53) - 1;

/// Polishes one text.
///
/// ```
/// use countersign::polish::{Status, defaults, polish};
/// let review = polish("a  \n\n\n\nb".to_owned(), &defaults());
/// assert_eq!(review.status(), Status::Success);
/// assert_eq!(review.current().text(), "a\n\nb\n");
/// ```
#[must_use]
pub fn polish(input: String, modifiers: &[Box<dyn Modifier>]) -> Review {
    within(input, modifiers, MOST_BYTES)
}

fn within(input: String, modifiers: &[Box<dyn Modifier>], limit: usize) -> Review {
    let input = Arc::new(Snapshot::new(input));
    let mut review = Review {
        input: Arc::clone(&input),
        current: input,
        modifiers: Vec::new(),
        stages: Vec::new(),
        faults: Vec::new(),
        residual: Vec::new(),
    };
    preflight(&mut review, modifiers, limit);
    if review.faults.is_empty() {
        transform(&mut review, modifiers, limit);
    }
    if review.faults.is_empty() {
        final_review(&mut review, modifiers);
    }
    review
}

/// Checks everything before anything is changed; all errors are found, not only the first.
fn preflight(review: &mut Review, modifiers: &[Box<dyn Modifier>], limit: usize) {
    let input = Arc::clone(&review.input);
    let short_enough = input.text().len() <= limit;
    if !short_enough {
        review.faults.push(Fault {
            phase: Phase::Preflight,
            modifier: None,
            diagnostic_type: "InputError::TooLong".to_owned(),
            message: format!("the text is longer than {limit} bytes"),
        });
    }
    for (position, modifier) in modifiers.iter().enumerate() {
        let parameters = modifier.parameters();
        let checked = parameters.iter().try_for_each(|(name, value)| in_range(name, value));
        let checked = checked.and_then(|()| modifier.check());
        let applicability = match &checked {
            Ok(()) if short_enough => modifier.applicability(&input),
            Ok(()) => Applicability::no("the text is too long"),
            Err(_) => Applicability::no("its parameters are wrong"),
        };
        if let Err(error) = checked {
            review.faults.push(fault(Phase::Preflight, position, "ModifierError", &error.to_string()));
        }
        review.modifiers.push(ModifierRecord {
            id: modifier.id().to_owned(),
            version: modifier.version().to_owned(),
            // What is out of range has no place in the projection either.
            parameters: parameters
                .into_iter()
                .filter(|(name, value)| in_range(name, value).is_ok())
                .collect(),
            applicability,
        });
    }
}

fn in_range(name: &str, parameter: &Parameter) -> Result<(), ModifierError> {
    let mut values = vec![parameter];
    while let Some(value) = values.pop() {
        match value {
            Parameter::Integer(number) if !(-MOST_INTEGER..=MOST_INTEGER).contains(number) => {
                return Err(ModifierError::new(format!("the parameter {name} is beyond ±{MOST_INTEGER}")));
            }
            Parameter::Float(number) if !number.is_finite() => {
                return Err(ModifierError::new(format!("the parameter {name} is no finite number")));
            }
            Parameter::List(list) => values.extend(list),
            _ => {}
        }
    }
    Ok(())
}

fn fault(phase: Phase, modifier: usize, diagnostic_type: &str, message: &str) -> Fault {
    Fault {
        phase,
        modifier: Some(modifier),
        diagnostic_type: diagnostic_type.to_owned(),
        message: message.to_owned(),
    }
}

fn transform(review: &mut Review, modifiers: &[Box<dyn Modifier>], limit: usize) {
    for (position, modifier) in modifiers.iter().enumerate() {
        let before = Arc::clone(&review.current);
        let applies = review.modifiers.get(position).is_some_and(|record| record.applicability.applies);
        let proposals = if applies { modifier.propose(&before) } else { Ok(Vec::new()) };
        let proposals = match proposals {
            Ok(proposals) => proposals,
            Err(error) => {
                review.faults.push(fault(Phase::Transform, position, "ModifierError", &error.to_string()));
                return;
            }
        };
        let after = if proposals.iter().all(|proposal| proposal.edits.is_empty()) {
            Arc::clone(&before)
        } else {
            match edit::apply(before.text(), &proposals, limit) {
                Ok(text) => Arc::new(Snapshot::new(text)),
                Err(error) => {
                    review.faults.push(fault(Phase::Transform, position, error.kind(), &error.to_string()));
                    return;
                }
            }
        };
        review.current = Arc::clone(&after);
        review.stages.push(Stage { modifier: position, before, after, changes: changes(proposals) });
    }
}

fn changes(proposals: Vec<Proposal>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (proposal, p) in proposals.into_iter().enumerate() {
        for (edit, e) in p.edits.into_iter().enumerate() {
            let reason = p.reason.clone().into_owned();
            changes.push(Change {
                proposal,
                edit,
                reason,
                span: e.span,
                before: e.expected,
                after: e.replacement,
            });
        }
    }
    changes
}

fn final_review(review: &mut Review, modifiers: &[Box<dyn Modifier>]) {
    let current = Arc::clone(&review.current);
    for (position, modifier) in modifiers.iter().enumerate() {
        if !modifier.applicability(&current).applies {
            continue;
        }
        let proposals = modifier.propose(&current).map_err(|error| ("ModifierError", error.to_string()));
        let checked = proposals.and_then(|proposals| match edit::check(current.text(), &proposals) {
            Ok(_) => Ok(proposals),
            Err(error) => Err((EditError::kind(error), error.to_string())),
        });
        match checked {
            Err((kind, message)) => review.faults.push(fault(Phase::FinalReview, position, kind, &message)),
            Ok(proposals) => review.residual.extend(
                proposals.into_iter().enumerate().filter(|(_, proposal)| !proposal.edits.is_empty()).map(
                    |(proposal, p)| ResidualProposal {
                        modifier: position,
                        proposal,
                        reason: p.reason.into_owned(),
                        edits: p
                            .edits
                            .into_iter()
                            .map(|e| ResidualEdit {
                                span: e.span,
                                expected: e.expected,
                                replacement: e.replacement,
                            })
                            .collect(),
                    },
                ),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::projection::{Detail, project};
    use super::super::{Status, defaults, select};
    use super::*;

    fn first_error(review: &Review) -> Value {
        serde_json::to_value(project(review, Detail::Changes)).unwrap()["errors"][0].clone()
    }

    #[test]
    fn an_error_that_no_modifier_made_names_none() {
        let review = within("abc".to_owned(), &defaults(), 2);
        let expected = json!({
            "code": "run.preflight_failed", "stage": "preflight", "modifier_position": null, "modifier_id": null,
            "modifier_version": null, "diagnostic_type": "InputError::TooLong",
            "message": "the text is longer than 2 bytes",
        });
        assert_eq!(first_error(&review), expected);
    }

    #[test]
    fn a_stage_that_would_make_the_text_too_long_fails() {
        let modifiers = select(&["space-runs:pattern=a;replacement=aaaaaaaa"]).unwrap();
        let review = within("aa".to_owned(), &modifiers, 12);
        assert_eq!((review.status(), review.current().text()), (Status::Failed, "aa"));
        assert_eq!(first_error(&review)["diagnostic_type"], "EditError::TooLong");
    }
}
