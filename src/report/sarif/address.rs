//! Addresses of files: repository paths, percent-encoded, and absolute ones for what lies elsewhere.

use std::path::{Component, Path};

use super::SarifOptions;
use crate::comparison::Revision;
use crate::model::Source;
use serde_sarif::sarif::ArtifactLocation;

const ROOT: &str = "%SRCROOT%";

/// Where a source is.
pub(super) fn of(options: &SarifOptions<'_>, revision: Revision, source: &Source) -> ArtifactLocation {
    let label = path(options, revision, source);
    let Some(directory) = options.base_directory else {
        return ArtifactLocation { uri: Some(encode(&lexical(&label))), ..ArtifactLocation::default() };
    };
    let absolute = absolute(directory, Path::new(&label));
    let base = absolute_segments(directory);
    match absolute.strip_prefix(base.as_slice()) {
        Some(inside) if !inside.is_empty() => ArtifactLocation {
            uri: Some(encode(inside)),
            uri_base_id: Some(ROOT.to_owned()),
            ..ArtifactLocation::default()
        },
        _ => ArtifactLocation {
            uri: Some(format!("file:///{}", encode(&absolute))),
            ..ArtifactLocation::default()
        },
    }
}

/// The address of a path in the repository.
pub(super) fn of_path(path: &str) -> String {
    encode(&lexical(path))
}

/// The path of a source as anchors know it.
pub(super) fn path(options: &SarifOptions<'_>, revision: Revision, source: &Source) -> String {
    options.path.and_then(|path| path(revision, source)).unwrap_or_else(|| source.shown().to_owned())
}

/// `file:///…/`, with the slash that makes it a base.
pub(super) fn directory_uri(directory: &Path) -> String {
    let segments = absolute_segments(directory);
    if segments.is_empty() { "file:///".to_owned() } else { format!("file:///{}/", encode(&segments)) }
}

fn absolute_segments(directory: &Path) -> Vec<String> {
    absolute(directory, Path::new(""))
}

fn absolute(directory: &Path, path: &Path) -> Vec<String> {
    let mut segments = Vec::new();
    if !path.is_absolute() {
        push(&mut segments, directory);
    }
    push(&mut segments, path);
    segments
}

/// A relative path without `.` and `..`, as far as the text says.
fn lexical(path: &str) -> Vec<String> {
    let mut segments = Vec::new();
    push(&mut segments, Path::new(path));
    segments
}

fn push(segments: &mut Vec<String>, path: &Path) {
    for component in path.components() {
        match component {
            Component::Normal(name) => segments.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => {
                segments.pop();
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
}

/// Percent-encodes every byte that is not unreserved (RFC 3986 Section 2.3), segment by segment.
fn encode(segments: &[String]) -> String {
    use std::fmt::Write as _;
    let mut uri = String::new();
    for (index, segment) in segments.iter().enumerate() {
        if index > 0 {
            uri.push('/');
        }
        for byte in segment.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                uri.push(char::from(byte));
            } else {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_encoded_by_segment_and_dots_are_resolved() {
        assert_eq!(encode(&lexical("./a b/../ü#?%[1].sdf.json")), "%C3%BC%23%3F%25%5B1%5D.sdf.json");
        assert_eq!(encode(&lexical("x/a:b.json")), "x/a%3Ab.json");
        assert_eq!(directory_uri(Path::new("/w/a b")), "file:///w/a%20b/");
        assert_eq!(directory_uri(Path::new("/")), "file:///");
    }
}
