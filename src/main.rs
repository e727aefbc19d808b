//! The `countersign` binary: parses arguments, calls one command, exits with its code.

fn main() -> std::process::ExitCode {
    countersign::cli::main()
}
