//! Copies structs field by field, so that a copy reuses the allocations of an older one.

/// Implements `Clone` for a struct, with a `clone_from` that copies every field into the existing one. A derived
/// `clone_from` would allocate memory again. The compiler rejects a list that lacks a field.
macro_rules! clone_by_field {
    ($type:ident: $($field:ident),+ $(,)?) => {
        impl Clone for $type {
            fn clone(&self) -> $type {
                $type { $($field: self.$field.clone()),+ }
            }

            fn clone_from(&mut self, other: &$type) {
                $(self.$field.clone_from(&other.$field);)+
            }
        }
    };
}

pub(crate) use clone_by_field;
