//! Any bytes as `countersign.toml`, with paths after a zero byte: no panic, everything that is wrong is said with its
//! place, and what was read means the same on every layer.

#![no_main]

use countersign::inert::is_hidden;
use countersign::review::configuration::{
    Configuration, ConfigurationError, Globs, INPUTS, Settings, parse_limit, read,
};
use libfuzzer_sys::fuzz_target;

fn is_shown_safely(message: &str) -> bool {
    !message.is_empty() && !message.chars().any(|c| c != '\n' && is_hidden(c))
}

/// A set matches what one of its globs matches.
fn check_globs(globs: &Globs, paths: &[&str]) {
    let again = Globs::new(globs.patterns().iter()).expect("globs that were read");
    assert_eq!(&again, globs);
    for path in paths.iter().chain(&["a/b.sdf.json", "README.md", "docs/[x]/é.md"]) {
        let any = globs.patterns().iter().any(|pattern| {
            Globs::new([pattern]).expect("one of the globs that were read").set().is_match(path)
        });
        assert_eq!(globs.set().is_match(path), any, "{path:?}");
    }
}

fn check(settings: &Settings, paths: &[&str]) {
    let none = Settings::default;
    let configuration = Configuration::layered(settings.clone(), none());
    assert_eq!(Configuration::layered(none(), settings.clone()), configuration);
    assert_eq!(Configuration::layered(settings.clone(), settings.clone()), configuration);
    for globs in [
        &configuration.models.include,
        &configuration.models.exclude,
        &configuration.documents.include,
        &configuration.documents.exclude,
        &configuration.data.include,
        &configuration.data.exclude,
        &configuration.polish.include,
        &configuration.polish.exclude,
    ] {
        check_globs(globs, paths);
    }
    let selection = configuration.selection(&configuration.models.include, &configuration.models.exclude);
    for path in paths {
        let _ = selection.admits(path);
    }
    if let Some(modifiers) = &configuration.polish.modifiers {
        let named = modifiers.iter().map(|modifier| (modifier.name, modifier.parameters.as_slice()));
        if let Ok(modifiers) = countersign::polish::select_with(named) {
            let _ = countersign::polish::polish("#  a\n* b  c\n".to_owned(), &modifiers);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (file, rest) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    let rest = std::str::from_utf8(rest).unwrap_or_default();
    let paths: Vec<_> = rest.lines().take(8).collect();
    match read("countersign.toml", file) {
        Ok(settings) => {
            check(&settings, &paths);
            for path in [&settings.documents_filter, &settings.documents_allow, &settings.acknowledged] {
                let Some(path) = path else { continue };
                assert!(path.as_str().split('/').all(|name| !["", ".", "..", ".git"].contains(&name)));
            }
            if !file.starts_with(b"\xEF\xBB\xBF") {
                let more = [b"# A remark.\n", file, b"\n# Another.\n"].concat();
                assert_eq!(read("other.toml", &more).as_ref(), Ok(&settings));
            }
        }
        Err(error) => {
            assert!(is_shown_safely(&error.to_string()), "{error}");
            let ConfigurationError::Invalid { problems, .. } = error else { return };
            assert!(!problems.is_empty() && problems.len() <= 20);
            let lines = file.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
            for problem in problems {
                assert!(1 <= problem.position.line && problem.position.line <= lines, "{problem:?}");
            }
        }
    }
    // The same bytes as the value of every input.
    let Ok(value) = std::str::from_utf8(file) else { return };
    for name in INPUTS {
        let mut settings = Settings::default();
        match settings.set_input(name, value) {
            Ok(()) => check(&settings, &paths),
            Err(error) => assert!(is_shown_safely(&error.to_string()), "{error}"),
        }
    }
    if let Err(error) = parse_limit(value) {
        assert!(is_shown_safely(&error.to_string()), "{error}");
    }
});
