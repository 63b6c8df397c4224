//! Runs every input of the corpus once.

use std::path::Path;

use tilewright_fuzz::targets::TARGETS;

#[test]
fn every_kept_input_is_survived() {
    for (name, run) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let inputs = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut inputs: Vec<_> = inputs.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().unwrap();
        inputs.sort();
        assert!(inputs.len() >= 4, "{name} has hardly an input");
        for path in inputs {
            let bytes = std::fs::read(&path).unwrap();
            // The assertion adds the path of the input to a failure.
            let failed = std::panic::catch_unwind(|| run(&bytes)).is_err();
            assert!(!failed, "{}", path.display());
        }
    }
}
