//! `countersign compare`: two documents as trees of blocks.

use super::{Exit, Output};
use crate::document::{Options, compare};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    source: String,
    test: String,
    #[arg(long)]
    format: Option<String>,
    #[arg(long)]
    no_trees: bool,
    #[arg(long)]
    include_alignment: bool,
}

pub(super) fn run(a: &Arguments, output: &mut Output) -> Exit {
    let options = Options { source_path: Some(a.source.clone()), test_path: Some(a.test.clone()), ..Options::default() };
    let (s, t) = (std::fs::read(&a.source).unwrap(), std::fs::read(&a.test).unwrap());
    match compare(&s, &t, &options) {
        Ok(c) => {
            output.report(c.to_json(!a.no_trees, a.include_alignment).as_bytes());
            Exit::Passed
        }
        Err(e) => {
            output.error(&e.to_string());
            Exit::Invalid
        }
    }
}
