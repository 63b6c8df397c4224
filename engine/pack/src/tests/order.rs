//! Tests the order of packs.

use super::add_files;
use crate::{LoadOptions, World, load};

/// Sorts packs written as `id[>needs][+after][-before]`, separated by blanks, and returns their ids in order.
fn order(packs: &str) -> String {
    let mut world = World::default();
    let mut ids = Vec::new();
    for pack in packs.split_whitespace() {
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        let mut id = String::new();
        let mut list = None;
        for c in pack.chars() {
            match (c, list) {
                ('>', _) => list = Some(0),
                ('+', _) => list = Some(1),
                ('-', _) => list = Some(2),
                (_, Some(i)) => lists[i].push(c.to_string()),
                (_, None) => id.push(c),
            }
        }
        let [needs, after, before] = lists;
        let text = format!(
            "//- {id}/pack.ron\nPack(id: {id:?}, version: \"1.0.0\", format: 1, title: \"T\", needs: {needs:?}, after: {after:?}, before: {before:?})"
        );
        add_files(&mut world, &text);
        ids.push(id);
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let loaded = load(&world, &ids, &LoadOptions::default());
    let mut found: Vec<String> = loaded.packs.iter().map(|p| p.id.to_string()).collect();
    found.extend(loaded.diagnostics.iter().filter(|d| d.code.starts_with("P020")).map(|d| d.message.clone()));
    found.join(" ")
}

#[test]
fn needs_come_first_then_wishes_then_ids() {
    assert_eq!(order("c b a"), "a b c");
    assert_eq!(order("a>z z m"), "m z a");
    assert_eq!(order("a>b b>c c"), "c b a");
    assert_eq!(order("b a+b"), "b a");
    assert_eq!(order("b c-b"), "c b");
    assert_eq!(order("x>m y>m-x m"), "m y x");
    // Both packs declare the same order, which is not a contradiction.
    assert_eq!(order("b+c c-b"), "c b");
}

#[test]
fn adding_a_pack_does_not_reorder_two_others() {
    let worlds = ["b c p-b", "m z a+z", "a+z m", "b>m c>m m p>m-b", "a>m+z d>m z>m m"];
    for world in worlds {
        let packs: Vec<&str> = world.split_whitespace().collect();
        let all = order(world);
        for left_out in 0..packs.len() {
            let id = packs[left_out].chars().next().unwrap();
            if packs.iter().any(|p| p.contains(&format!(">{id}"))) {
                continue;
            }
            let fewer: Vec<&str> = packs.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, p)| *p).collect();
            let expected: Vec<&str> = all.split(' ').filter(|p| !p.starts_with(id)).collect();
            assert_eq!(order(&fewer.join(" ")), expected.join(" "), "{world} without {id}");
        }
    }
}

#[test]
fn circles_are_shown() {
    assert_eq!(order("a>b b>c c>a"), "a b c packs need each other in a circle: a -> b -> c -> a");
    assert_eq!(order("a>a"), "a packs need each other in a circle: a -> a");
    assert_eq!(
        order("a+b b+c c+a"),
        "a b c the orders that these packs declare contradict each other: a -> b -> c -> a"
    );
    assert_eq!(order("a>b-b b"), "b a `a` cannot come before a pack that it needs or comes after");
    assert_eq!(order("a>bc b>ac c>ab"), "a b c packs need each other in a circle: a -> b -> a");
}
