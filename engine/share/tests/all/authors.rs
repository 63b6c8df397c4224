//! Tests that the author of a pack is recognised by the key that signed it first.

use std::fs;

use tilewright_kit::packs::archive::Archive;
use tilewright_share::plan::InstallRequest;
use tilewright_share::publish::Publisher;
use tilewright_share::sign::{Key, key_of, signer_of};
use tilewright_share::standing::Author;

use crate::{ShareFolder, client, install, list_installed, pack, plan, publish};

fn sign_pack(id: &str, version: &str, key: &Key) -> Archive {
    let mut archive = pack(id, version, "");
    key.sign(&mut archive).unwrap();
    archive
}

#[test]
fn a_signature_serves_for_its_pack_alone() {
    let folder = ShareFolder::new("signature");
    let key = Key::create(&folder.path_of("key"), None).unwrap();
    let other = Key::create(&folder.path_of("other"), None).unwrap();
    let good = sign_pack("meadows", "1.0.0", &key);
    assert_eq!(key_of(&good).unwrap(), Some(key.public()));
    assert_eq!(key_of(&pack("meadows", "1.0.0", "")).unwrap(), None);
    // The signature survives writing and reading the archive.
    assert_eq!(key_of(&Archive::read(&good.write().unwrap()).unwrap()).unwrap(), Some(key.public()));
    let text = good.signature.clone().unwrap();
    let with = |signature: String| Archive { signature: Some(signature), ..good.clone() };
    let foreign = sign_pack("meadows", "1.1.0", &key).signature.unwrap();
    let trusted = text.lines().nth(2).unwrap();
    for (what, archive) in [
        ("of another version", with(foreign)),
        ("with the key of another author", with(text.replace(&key.public(), &other.public()))),
        ("with another purpose", with(text.replace(trusted, "trusted comment: tilewright shelf meadows"))),
        ("without a key", with(text.replace("tilewright key", "made by"))),
        ("with no key", with(text.replace(&key.public(), "AAAA"))),
        ("cut off", with(text.lines().next().unwrap().to_owned())),
        ("empty", with(String::new())),
    ] {
        assert_eq!(key_of(&archive).unwrap_err().code(), "bad_signature", "{what}");
        // Opening the file reports the bad signature.
        let opened = Archive::read(&archive.write().unwrap());
        assert_eq!(opened.unwrap_err().code(), "bad_signature", "{what}");
    }
    // This is a valid signature over the right bytes, but made for another purpose.
    let mut elsewhere = pack("meadows", "1.0.0", "");
    let bytes = elsewhere.manifest.text();
    let secret = minisign::SecretKeyBox::from_string(&fs::read_to_string(folder.path_of("key")).unwrap()).unwrap();
    let secret = secret.into_unencrypted_secret_key().unwrap();
    let comment = format!("tilewright key {}", key.public());
    let made = minisign::sign(None, &secret, bytes.as_bytes(), Some("tilewright pack meadows 9.9.9 x"), Some(&comment));
    elsewhere.signature = Some(made.unwrap().into_string());
    assert!(key_of(&elsewhere).unwrap_err().to_string().contains("another file"));
}

#[test]
fn keys_are_not_written_over_and_may_have_a_password() {
    let folder = ShareFolder::new("keys");
    let path = folder.path_of("deep/key");
    let key = Key::create(&path, None).unwrap();
    assert_eq!(Key::create(&path, None).err().unwrap().code(), "cannot_write");
    assert_eq!(Key::read(&path, None).unwrap().public(), key.public());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let path = folder.path_of("locked");
    let key = Key::create(&path, Some("secret".to_owned())).unwrap();
    assert_eq!(Key::read(&path, None).err().unwrap().code(), "bad_key");
    assert_eq!(Key::read(&path, Some("guess".to_owned())).err().unwrap().code(), "bad_key");
    assert_eq!(Key::read(&path, Some("secret".to_owned())).unwrap().public(), key.public());
    fs::write(&path, "no key").unwrap();
    assert_eq!(Key::read(&path, None).err().unwrap().code(), "bad_key");
}

#[test]
fn an_update_comes_from_whoever_made_the_version_before() {
    let folder = ShareFolder::new("authors");
    let key = Key::create(&folder.path_of("key"), None).unwrap();
    let thief = Key::create(&folder.path_of("thief"), None).unwrap();
    let shelf = folder.path_of("shelf");
    let reader = client(&folder.path_of("reader"));
    // Unsigned packs are accepted; the first signature is remembered.
    publish(&shelf, &[&pack("meadows", "1.0.0", "")]);
    reader.shelves.add("harbour", shelf.to_str().unwrap()).unwrap();
    install(&reader, &["meadows"], "harbour").unwrap();
    publish(&shelf, &[&sign_pack("meadows", "1.1.0", &key)]);
    install(&reader, &["meadows"], "harbour").unwrap();
    assert_eq!(reader.memory_of("meadows").unwrap().key, Some(key.public()));
    // The shelf itself rejects an update with a different key.
    let mut publisher = Publisher::open(&shelf).unwrap();
    let theirs = sign_pack("meadows", "1.2.0", &thief);
    assert_eq!(publisher.add(&theirs).unwrap_err().code(), "other_key");
    drop(publisher);
    for (name, archive) in [("stolen", theirs), ("bare", pack("meadows", "1.2.0", ""))] {
        let other = folder.path_of(name);
        publish(&other, &[&archive]);
        reader.shelves.add(name, other.to_str().unwrap()).unwrap();
        let error = install(&reader, &["meadows@1.2.0"], name).unwrap_err();
        assert_eq!(error.code(), "other_key");
        assert!(error.to_string().contains(&key.public()) && error.hint().unwrap().contains("--accept-key meadows"));
        // The key is also rejected in a file, and after the pack was removed.
        let file = folder.path_of("sent.tilepack");
        fs::write(&file, archive.write().unwrap()).unwrap();
        let from_file =
            reader.plan(&[InstallRequest::parse_argument(file.to_str().unwrap()).unwrap()], Vec::new(), false).unwrap();
        assert_eq!(reader.fetch(&from_file, &[], &|_, _| ()).unwrap_err().code(), "other_key");
    }
    assert_eq!(list_installed(&reader), ["meadows 1.1.0", "meadows 1.0.0"]);
    reader.remove("meadows", None).unwrap();
    assert_eq!(install(&reader, &["meadows@1.2.0"], "stolen").unwrap_err().code(), "other_key");
    // After the user accepts the new key, it becomes the remembered one.
    let plan = plan(&reader, &["meadows@1.2.0"], "stolen").unwrap();
    reader.install(reader.fetch(&plan, &["meadows".to_owned()], &|_, _| ()).unwrap()).unwrap();
    assert_eq!(reader.memory_of("meadows").unwrap().key, Some(thief.public()));
}

#[test]
fn a_spare_key_that_was_named_before_follows_and_no_other() {
    let folder = ShareFolder::new("spare");
    let path = folder.path_of("key");
    Key::create(&path, None).unwrap();
    let spare = Key::create_spare(&path, &folder.path_of("elsewhere"), None).unwrap();
    assert_eq!(Key::create_spare(&path, &folder.path_of("third"), None).err().unwrap().code(), "bad_key");
    let key = Key::read(&path, None).unwrap();
    assert_eq!(key.spare(), Some(&*spare.public()));
    let first = sign_pack("meadows", "1.0.0", &key);
    let by = signer_of(&first).unwrap().unwrap();
    assert_eq!((by.key, by.spare), (key.public(), Some(spare.public())));
    // The named spare key cannot be exchanged for another key.
    let thief = Key::create(&folder.path_of("thief"), None).unwrap();
    let mut forged = first.clone();
    forged.signature = forged.signature.map(|text| text.replace(&spare.public(), &thief.public()));
    assert_eq!(signer_of(&forged).unwrap_err().code(), "bad_signature");

    let shelf = folder.path_of("shelf");
    let reader = client(&folder.path_of("reader"));
    publish(&shelf, &[&first]);
    reader.shelves.add("harbour", shelf.to_str().unwrap()).unwrap();
    install(&reader, &["meadows"], "harbour").unwrap();
    assert_eq!(reader.memory_of("meadows").unwrap().spare, Some(spare.public()));
    // After the key is lost, the spare key succeeds it on the shelf and for the reader.
    assert_eq!(
        Publisher::open(&shelf).unwrap().add(&sign_pack("meadows", "1.1.0", &thief)).unwrap_err().code(),
        "other_key"
    );
    let second = sign_pack("meadows", "1.1.0", &spare);
    assert!(matches!(reader.standing(&second).unwrap().author, Author::Spare { .. }));
    publish(&shelf, &[&second]);
    install(&reader, &["meadows"], "harbour").unwrap();
    let known = reader.memory_of("meadows").unwrap();
    assert_eq!((known.key, known.spare), (Some(spare.public()), None));
    // The old key is no longer accepted, but a version that was installed before may be installed again.
    let late = sign_pack("meadows", "1.2.0", &key);
    assert!(matches!(reader.standing(&late).unwrap().author, Author::Other { .. }));
    assert_eq!(Publisher::open(&shelf).unwrap().add(&late).unwrap_err().code(), "other_key");
    reader.remove("meadows", None).unwrap();
    install(&reader, &["meadows@1.0.0"], "harbour").unwrap();
    assert_eq!(reader.memory_of("meadows").unwrap().key, Some(spare.public()));
}
