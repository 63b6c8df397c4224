//! Tests that panics are reported in a file. All tests share the hook for panics, so this one considers only panics of
//! its own thread.

use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tilewright_core::session::record::Record;
use tilewright_kit::bug_report::{BugReport, report_panic};

#[test]
fn faults_leave_what_is_needed_to_fix_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("panics");
    drop(std::fs::remove_dir_all(&folder));
    let said = Arc::new(Mutex::new(Vec::new()));
    let (hears, faults) = (said.clone(), folder.clone());
    let (before, own) = (Arc::new(std::panic::take_hook()), std::thread::current().id());
    let of_others = Arc::clone(&before);
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == own {
            report_panic(panic, &faults, &|text| hears.lock().unwrap().push(text.to_owned()));
        } else {
            of_others(panic);
        }
    }));
    for number in 0..2 {
        std::panic::catch_unwind(|| panic!("number {number}")).unwrap_err();
    }
    std::panic::set_hook(Box::new(move |panic| before(panic)));
    let said = said.lock().unwrap().clone();
    assert!(said[0].contains("number 0 (") && said[0].contains("panics/fault.json contains everything"), "{}", said[0]);
    assert!(said[1].contains("number 1 (") && !said[1].contains("fault.json"), "{}", said[1]);
    let read = |name: &str| -> Value { serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap() };
    let report = read("fault.json");
    assert_eq!((&report["fault"], &report["version"]), (&"number 0".into(), &env!("CARGO_PKG_VERSION").into()));
    assert!(report["place"].as_str().unwrap().contains("panics.rs:"), "{report}");
    assert!(report["engine"].as_str().unwrap().len() == 16 && report["command"].as_array().is_some());
    assert!(!report["backtrace"].as_array().unwrap().is_empty());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "one report of each run");
    let record = Record { packs: vec!["ponds@1.0.0#12ab".to_owned()], seats: 2, seed: Some(7), ..Record::default() };
    let file = BugReport { what: "odd", place: "", record: Some(&record) }.write(&folder).unwrap();
    assert_eq!(file, folder.join("fault-2.json"));
    let report = read("fault-2.json");
    assert_eq!(report["packs"], serde_json::json!(["ponds@1.0.0#12ab"]));
    assert_eq!((&report["record"]["seed"], &report["record"]["seats"]), (&7.into(), &2.into()));
}
