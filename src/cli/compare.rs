//! `countersign compare`: two documents as trees of blocks.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use super::{Exit, Output};
use crate::document::render::{Shown, criticmarkup, html, human, markdown};
use crate::document::{
    BUILT_IN, Change, ChangeFilter, ChangeKind, Comparison, Error as DocumentError, MAX_BYTES, Options,
    Profile, ProfileSyntax, ReadError, compare,
};
use crate::inert;

/// Compare two Markdown or plain-text documents as trees of blocks.
///
/// A renumbered clause is a renumbering, a moved paragraph a move, an inserted table row one insert. Differences alone
/// are no failure: the exit code is 1 only when a change stands outside the scope that `--allow` or `--allow-under`
/// permits.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  countersign compare old.md new.md\n  countersign compare old.md new.md --format html > \
                  redline.html\n  countersign compare old.txt new.txt --allow-under '/section[2]'\n\nExit codes: 0 \
                  compared, and every change is in the allowed scope; 1 a change outside it; 2 a file or the \
                  invocation is wrong; 4 the report could not be written."
)]
pub(super) struct Arguments {
    /// The earlier document; `-` for standard input.
    source: String,
    /// The later document; `-` for standard input.
    test: String,
    /// How to report.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Read both documents in this format, whatever their names and contents suggest.
    #[arg(long, value_name = "FORMAT")]
    input_format: Option<InputFormat>,
    /// What the documents look like: contract, generic or markdown, or a YAML, TOML or JSON file. Markdown is read
    /// with the profile markdown, plain text with contract, unless this says otherwise.
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
    /// Include every pair of blocks in the JSON form.
    #[arg(long)]
    include_alignment: bool,
    /// Leave both block trees out of the JSON form.
    #[arg(long)]
    no_trees: bool,
    #[command(flatten)]
    filter: FilterArguments,
    #[command(flatten)]
    scope: ScopeArguments,
}

/// Which changes are shown. Options of one name widen, options of different names narrow.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is shown")]
struct FilterArguments {
    /// Show changes of this kind only.
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<KindArgument>,
    /// Show changes at or under this address only, such as /section[2].
    #[arg(long, value_name = "ADDRESS")]
    under: Vec<String>,
    /// Show changes of blocks with this label only, before or after.
    #[arg(long = "label", value_name = "LABEL")]
    labels: Vec<String>,
    /// Show changes of blocks with this role only.
    #[arg(long = "role", value_name = "ROLE")]
    roles: Vec<String>,
    /// Show changes only that add or delete so many characters inside a text.
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_chars: usize,
    /// Show changes only that have, or have no, edits inside a text.
    #[arg(long, value_name = "BOOL")]
    has_inline: Option<bool>,
}

/// Which changes are allowed. All of them, unless one of these is given.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What may change")]
struct ScopeArguments {
    /// Allow only the changes that the filter in this JSON file admits.
    #[arg(long, value_name = "FILTER.json", conflicts_with = "allow_under")]
    allow: Option<String>,
    /// Allow only changes at or under this address.
    #[arg(long, value_name = "ADDRESS")]
    allow_under: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A redline for terminals.
    Human,
    /// The comparison document.
    Json,
    /// A comment for a pull request.
    Markdown,
    /// Both documents in one text.
    Criticmarkup,
    /// One self-contained page.
    Html,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InputFormat {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
}

impl From<InputFormat> for crate::document::Format {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Markdown => Self::Markdown,
            InputFormat::Text => Self::Text,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum KindArgument {
    Insert,
    Delete,
    Modify,
    Move,
    Renumber,
}

impl From<KindArgument> for ChangeKind {
    fn from(kind: KindArgument) -> Self {
        match kind {
            KindArgument::Insert => Self::Insert,
            KindArgument::Delete => Self::Delete,
            KindArgument::Modify => Self::Modify,
            KindArgument::Move => Self::Move,
            KindArgument::Renumber => Self::Renumber,
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    match prepare(arguments) {
        Ok(prepared) => report(arguments, prepared, output),
        Err(message) => {
            output.error(&message);
            Exit::Invalid
        }
    }
}

struct Prepared {
    comparison: Comparison,
    filter: ChangeFilter,
    allowed: Option<ChangeFilter>,
}

fn prepare(arguments: &Arguments) -> Result<Prepared, String> {
    let only_json = |given: bool, name: &str| {
        if given && arguments.format != Format::Json {
            return Err(format!("{name} belongs to --format json"));
        }
        Ok(())
    };
    only_json(arguments.include_alignment, "--include-alignment")?;
    only_json(arguments.no_trees, "--no-trees")?;
    if arguments.source == "-" && arguments.test == "-" {
        return Err("only one of the two documents can come from standard input".to_owned());
    }
    let filter = filter(&arguments.filter)?;
    let allowed = allowed(&arguments.scope)?;
    let profile = arguments.profile.as_deref().map(profile).transpose()?;
    let options = Options {
        format: arguments.input_format.map(Into::into),
        source_path: hint(&arguments.source),
        test_path: hint(&arguments.test),
        profile,
        ..Options::default()
    };
    let (source, test) = (document(&arguments.source)?, document(&arguments.test)?);
    let comparison = compare(&source, &test, &options).map_err(|error| {
        let (source, test) = (inert::terminal(&arguments.source), inert::terminal(&arguments.test));
        let hint = match error {
            DocumentError::FormatsDiffer { .. }
            | DocumentError::Read { error: ReadError::UnknownFormat { .. }, .. } => {
                "; --input-format markdown, or text, says how both are read"
            }
            _ => "",
        };
        format!("cannot compare {source} with {test}: {error}{hint}")
    })?;
    Ok(Prepared { comparison, filter, allowed })
}

/// How many changes outside the scope are named one by one.
const MOST_NAMED: usize = 20;

fn report(arguments: &Arguments, prepared: Prepared, output: &mut Output) -> Exit {
    let Prepared { comparison, filter, allowed } = prepared;
    // The scope is asked about every change, before the filter hides any.
    let mut outside = 0;
    for change in allowed.iter().flat_map(|allowed| comparison.out_of_scope(allowed)) {
        outside += 1;
        if outside <= MOST_NAMED {
            output.error(&format!("outside the allowed scope: {} {}", change.kind.name(), addresses(change)));
        }
    }
    if outside > MOST_NAMED {
        output.error(&format!("outside the allowed scope: {} more", outside - MOST_NAMED));
    }
    let filtered = comparison.filtered(&filter);
    let (source_name, test_name) = (name(&arguments.source), name(&arguments.test));
    let shown = Shown { comparison: &filtered, source_name, test_name, allowed: allowed.as_ref() };
    let text = match arguments.format {
        Format::Human => human(&shown, output.color()),
        Format::Json => String::new(),
        Format::Markdown => markdown(&shown),
        Format::Criticmarkup => criticmarkup(&shown),
        Format::Html => html(&shown),
    };
    output.report(text.as_bytes());
    if filtered.alignment.budget_exhausted {
        output.warning(
            "the comparison's budget ran out; some moved or edited blocks may be shown as deleted and inserted",
        );
    }
    if arguments.format == Format::Json {
        let (trees, alignment) = (!arguments.no_trees, arguments.include_alignment);
        output.report_at_the_end(move |to| {
            filtered.write_json(to, trees, alignment)?;
            to.write_all(b"\n")
        });
    }
    if outside == 0 { Exit::Passed } else { Exit::Failed }
}

fn addresses(change: &Change) -> String {
    match (&change.source_address, &change.test_address) {
        (Some(source), Some(test)) if source != test => format!("{source} → {test}"),
        _ => change.address().to_owned(),
    }
}

fn filter(written: &FilterArguments) -> Result<ChangeFilter, String> {
    let filter = ChangeFilter {
        kinds: written.kinds.iter().copied().map(ChangeKind::from).collect(),
        address_prefixes: written.under.clone(),
        labels: written.labels.clone(),
        roles: written.roles.clone(),
        min_chars: written.min_chars,
        has_inline: written.has_inline,
    };
    filter.validated().map_err(|error| format!("--under: {error}"))
}

fn allowed(written: &ScopeArguments) -> Result<Option<ChangeFilter>, String> {
    if let Some(path) = &written.allow {
        let text = text_file(path, 1 << 20)?;
        let filter = ChangeFilter::from_json(&text)
            .map_err(|error| format!("--allow {}: {error}", inert::terminal(path)))?;
        return Ok(Some(filter));
    }
    if written.allow_under.is_empty() {
        return Ok(None);
    }
    let filter = ChangeFilter { address_prefixes: written.allow_under.clone(), ..ChangeFilter::default() };
    filter.validated().map(Some).map_err(|error| format!("--allow-under: {error}"))
}

fn profile(name: &str) -> Result<Arc<Profile>, String> {
    if BUILT_IN.contains(&name) {
        return Profile::built_in(name).map_err(|error| error.to_string());
    }
    if !Path::new(name).exists() && !name.contains(['/', '.']) {
        return Err(crate::document::ProfileError::Unknown(inert::visible(name).into_owned()).to_string());
    }
    let text = text_file(name, 1 << 20)?;
    Profile::read(&text, ProfileSyntax::of_path(name))
        .map(Arc::new)
        .map_err(|error| format!("{}: {error}", inert::terminal(name)))
}

/// A hint at the format; standard input has none.
fn hint(path: &str) -> Option<String> {
    (path != "-").then(|| path.to_owned())
}

fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

fn text_file(path: &str, limit: usize) -> Result<String, String> {
    let bytes = bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|_| format!("{}: the text is not UTF-8", inert::terminal(path)))
}

fn document(path: &str) -> Result<Vec<u8>, String> {
    bytes(path, MAX_BYTES)
}

/// Reads at most one byte more than the limit, so that a device without end does not fill the memory.
fn bytes(path: &str, limit: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    let result = if path == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    let shown = inert::terminal(name(path));
    result.map_err(|error| format!("cannot read {shown}: {error}"))?;
    if bytes.len() > limit {
        return Err(format!("{shown} has more than {limit} bytes"));
    }
    Ok(bytes)
}
