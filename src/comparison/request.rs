//! The comparison as one operation: pairs documents, compares each pair, and puts the result in order.

use std::rc::Rc;

use rayon::prelude::*;

use super::acknowledgement::{self, DifferenceAcknowledgements};
use super::context::{Context, RequirementChanges};
use super::difference::Difference;
use super::identical::Unchanged;
use super::pair;
use super::terms::Classification;
use super::{RevisionComparison, rename, unused, version};
use crate::model::{Allowance, Catalogue, Composer, Namespaces, Shared, SourceId};
use crate::registry::{Consulted, RecordedRegistryPolicy};
use crate::value::check::{Checker, Patterns};
use crate::value::interpretation::Interpretations;
use crate::value::pattern;

/// The stack of a thread that compares: nesting is bounded by limits, and this is room for what they allow.
const STACK: usize = 1 << 30;

/// Why two catalogues cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// They were read within different limits.
    #[error(
        "the earlier and the later revision were read within different limits; use the same ones for both"
    )]
    DifferentLimits,
    /// The threads could not be started.
    #[error("the comparison's threads could not be started; free some memory or processes and try again")]
    Threads,
}

/// A comparison to perform.
///
/// ```
/// use countersign::{Catalogue, ComparisonRequest, SourceInput, comparison::Classification};
/// let model = |maximum: u32| {
///     let text = format!(
///         r#"{{"sdfObject":{{"Valve":{{"sdfProperty":{{"flow":{{"type":"integer","maximum":{maximum},"writable":false}}}}}}}}}}"#
///     );
///     Catalogue::from_inputs(&[SourceInput::supplied("valve.sdf.json", text.into_bytes())]).unwrap()
/// };
/// let (earlier, later) = (model(9), model(12));
/// let comparison = ComparisonRequest::new(&earlier, &later).compare().unwrap();
/// assert_eq!(comparison.outcome(), Classification::Breaking);
/// assert_eq!(comparison.differences()[0].witness().unwrap().value(), "12");
/// ```
#[derive(Debug, Clone)]
pub struct ComparisonRequest<'c> {
    earlier: &'c Catalogue,
    later: &'c Catalogue,
    policy: RecordedRegistryPolicy,
    acknowledgements: Option<&'c DifferenceAcknowledgements>,
    skip_identical: bool,
}

impl<'c> ComparisonRequest<'c> {
    /// Compares `later` with `earlier`, from the Client's side.
    #[must_use]
    pub fn new(earlier: &'c Catalogue, later: &'c Catalogue) -> Self {
        Self {
            earlier,
            later,
            policy: RecordedRegistryPolicy::default(),
            acknowledgements: None,
            skip_identical: false,
        }
    }

    /// Whether recorded registry evidence may be used; it is by default.
    #[must_use]
    pub fn recorded_registry_policy(mut self, policy: RecordedRegistryPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// The differences that someone has signed for.
    #[must_use]
    pub fn acknowledgements(mut self, acknowledgements: &'c DifferenceAcknowledgements) -> Self {
        self.acknowledgements = Some(acknowledgements);
        self
    }

    /// Skips document pairs that are identical with everything they refer to, and counts them as compared.
    #[must_use]
    pub fn skip_identical(mut self, skip: bool) -> Self {
        self.skip_identical = skip;
        self
    }

    /// Performs the comparison. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// The two catalogues do not belong together, or the machine cannot run the comparison.
    pub fn compare(self) -> Result<RevisionComparison<'c>, RequestError> {
        if self.earlier.limits() != self.later.limits() {
            return Err(RequestError::DifferentLimits);
        }
        let work = Work::new(&self);
        let results = work.run()?;
        let mut differences = Vec::new();
        let mut version_warnings = Vec::new();
        let mut consulted = Consulted::default();
        let mut interpretations = Interpretations::default();
        let mut requirement_changes = RequirementChanges::default();
        for (&(earlier, later), result) in work.documents.iter().zip(results) {
            let breaking =
                result.differences.iter().filter(|d| d.classification == Classification::Breaking).count();
            if let (Some(earlier), Some(later)) = (earlier, later) {
                version_warnings.extend(version::warning(
                    self.earlier,
                    self.later,
                    (earlier, later),
                    breaking,
                ));
            }
            differences.extend(result.differences);
            requirement_changes.extend(result.requirement_changes);
            consulted.extend(result.consulted);
            interpretations = interpretations.with(result.interpretations);
        }
        let mut unused_acknowledgements = Vec::new();
        if let Some(acknowledgements) = self.acknowledgements {
            unused_acknowledgements =
                acknowledgement::apply(&mut differences, acknowledgements, self.earlier, self.later);
        }
        differences.sort_by_key(Difference::rank);
        let likely_renames = rename::likely(self.earlier, self.later, &differences);
        let pairs = work.documents.iter();
        Ok(RevisionComparison {
            earlier: self.earlier,
            later: self.later,
            policy: self.policy,
            compared: pairs.clone().filter_map(|&(earlier, later)| Some((earlier?, later?))).collect(),
            removed: pairs.clone().filter(|(_, later)| later.is_none()).filter_map(|pair| pair.0).collect(),
            added: pairs.filter(|(earlier, _)| earlier.is_none()).filter_map(|pair| pair.1).collect(),
            skipped: work.unchanged.as_ref().map_or(0, Unchanged::len),
            version_warnings,
            consulted: consulted.iter().collect(),
            interpretations: interpretations.names(),
            acknowledgements: self.acknowledgements,
            unused_acknowledgements,
            unused_changes: unused::changes(self.earlier, self.later, &work.documents, &differences),
            likely_renames,
            requirement_changes,
            differences,
        })
    }
}

/// A document pair; one side is absent for a removed or added document.
pub(super) type Documents = (Option<SourceId>, Option<SourceId>);

/// What comparing one pair found.
#[derive(Default)]
struct PairResult {
    differences: Vec<Difference>,
    requirement_changes: RequirementChanges,
    consulted: Consulted,
    interpretations: Interpretations,
    exhausted: bool,
}

struct Work<'a, 'c> {
    request: &'a ComparisonRequest<'c>,
    documents: Vec<Documents>,
    earlier: Namespaces<'c>,
    later: Namespaces<'c>,
    unchanged: Option<Unchanged>,
    any_requirement: bool,
}

impl<'a, 'c> Work<'a, 'c> {
    fn new(request: &'a ComparisonRequest<'c>) -> Self {
        let (earlier, later) = (request.earlier, request.later);
        let mut documents: Vec<Documents> = Vec::with_capacity(later.sources().len());
        let paired = earlier.sources().iter().map(|source| (source.id(), later.source_id(source.key())));
        documents
            .extend(paired.clone().filter(|(_, other)| other.is_some()).map(|(id, other)| (Some(id), other)));
        documents.extend(paired.filter(|(_, other)| other.is_none()).map(|(id, _)| (Some(id), None)));
        let only_later = later.sources().iter().filter(|source| earlier.source_id(source.key()).is_none());
        documents.extend(only_later.map(|source| (None, Some(source.id()))));
        Self {
            request,
            documents,
            earlier: Namespaces::new(earlier),
            later: Namespaces::new(later),
            unchanged: request.skip_identical.then(|| Unchanged::find(earlier, later)),
            any_requirement: [earlier, later].into_iter().any(|catalogue| {
                catalogue
                    .sources()
                    .iter()
                    .any(|s| s.document().is_ok_and(|tree| tree.mentions("sdfRequired")))
            }),
        }
    }

    /// Compares every pair, all with one allowance. When it does not suffice, everything is compared again in order,
    /// each pair with what the ones before it left: so where it ends does not depend on the number of threads.
    fn run(&self) -> Result<Vec<PairResult>, RequestError> {
        let total = self.request.earlier.limits().work;
        // A few pairs are not worth a thread for each core.
        let threads = if self.documents.len() < 4 { 1 } else { 0 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(|_| RequestError::Threads)?;
        Ok(pool.install(|| {
            // A single pair has the whole to itself, and nothing to compare it again for.
            if self.documents.len() > 1 {
                let shared = Shared::new(total);
                let pair = |&documents: &Documents| self.pair(documents, &Allowance::sharing(&shared));
                let results: Vec<PairResult> = self.documents.par_iter().map(pair).collect();
                if !shared.is_overspent() && !results.iter().any(|result| result.exhausted) {
                    return results;
                }
            }
            let mut left = total;
            let in_order = self.documents.iter().map(|&documents| {
                let work = Allowance::new(left);
                let result = self.pair(documents, &work);
                left -= work.spent();
                result
            });
            in_order.collect()
        }))
    }

    fn pair(&self, documents: Documents, work: &Allowance<'_>) -> PairResult {
        if let ((Some(earlier), Some(_)), Some(unchanged)) = (documents, &self.unchanged)
            && unchanged.contains(earlier)
        {
            return PairResult::default();
        }
        let before = Composer::new(self.request.earlier, &self.earlier, work);
        let after = Composer::new(self.request.later, &self.later, work);
        let limits = pattern::Limits { bytes: self.request.earlier.limits().pattern_bytes };
        let patterns = Rc::new(Patterns::new(limits));
        let context = Context {
            earlier: Checker::new(&before, Rc::clone(&patterns)),
            later: Checker::new(&after, patterns),
            policy: self.request.policy,
            any_requirement: self.any_requirement,
            differences: std::cell::RefCell::default(),
            requirement_changes: std::cell::RefCell::default(),
            consulted: std::cell::Cell::default(),
            interpretations: std::cell::Cell::default(),
        };
        pair::compare(&context, documents);
        if before.relocated() || after.relocated() {
            context.rely_on(Interpretations::COPIED_REFERENCES);
        }
        PairResult {
            differences: context.differences.take(),
            requirement_changes: context.requirement_changes.take(),
            consulted: context.consulted.get(),
            interpretations: context.interpretations.get(),
            exhausted: work.is_exhausted(),
        }
    }
}
