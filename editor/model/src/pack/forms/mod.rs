//! Provides the data behind forms, independent of the window: [`field_edit`] turns edits from forms into small changes of
//! texts. The tables of fields, the declarations and renaming are in the crate `tilewright-language`.

pub mod field_edit;
