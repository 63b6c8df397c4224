//! Tests that the terrains of the shipped packs look different.

use tilewright_pack::colour::{ENOUGH, contrast, least_difference, look_alikes, parse};

use crate::{pack, packs};

#[test]
fn terrains_of_every_pack_can_be_told_apart() {
    for loaded in packs() {
        let Some(catalog) = loaded.catalog() else { continue };
        let named: Vec<String> = look_alikes(catalog)
            .iter()
            .map(|a| {
                format!(
                    "{} {} {:.1}",
                    catalog.terrains.key(a.terrains[0]),
                    catalog.terrains.key(a.terrains[1]),
                    a.difference
                )
            })
            .collect();
        assert!(named.is_empty(), "{named:?}");
    }
}

#[test]
fn fields_and_cities_keep_their_distance() {
    let loaded = pack("carcassonne");
    let catalog = loaded.catalog().unwrap();
    let fill = |name: &str| {
        parse(catalog.terrains[catalog.terrains.find(name).unwrap()].look.fill.as_deref().unwrap()).unwrap()
    };
    let (field, city) = (fill("field"), fill("city"));
    assert!(contrast(field, city) >= 2.1, "{}", contrast(field, city));
    assert!(least_difference(field, city).1 >= ENOUGH, "{:?}", least_difference(field, city));
}
