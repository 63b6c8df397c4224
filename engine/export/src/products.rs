//! Lists the products of a print shop that tiles can be printed on.
//!
//! Sizes of pictures include the bleed. The numbers come from public descriptions of the products, and should be
//! compared with the templates of the shop before an order.

use crate::form::FormShape;

/// Number of pixels in an inch of a print file.
pub(crate) const DPI: u32 = 300;

/// Product with the size of its print file and its cut.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PrintProduct {
    /// Name of the product in the shop.
    pub(crate) name: &'static str,
    pub(crate) shape: FormShape,
    /// Width and height of the print file in pixels.
    pub(crate) file: (u32, u32),
    /// Width of the cut in inches; the height follows from the shape.
    pub(crate) width: f32,
}

const fn product(name: &'static str, shape: FormShape, file: (u32, u32), width: f32) -> PrintProduct {
    PrintProduct { name, shape, file, width }
}

/// All products, by shape and size.
pub(crate) const PRODUCTS: &[PrintProduct] = &[
    product("MiniSquareTile", FormShape::Square, (450, 450), 1.25),
    product("SmallSquareTile", FormShape::Square, (675, 675), 2.0),
    product("MediumSquareTile", FormShape::Square, (825, 825), 2.5),
    product("LargeSquareTile", FormShape::Square, (1125, 1125), 3.5),
    product("MiniHexTile", FormShape::Hexagon, (450, 450), 1.25),
    product("SmallHexTile", FormShape::Hexagon, (675, 600), 2.0),
    product("MediumHexTile", FormShape::Hexagon, (825, 750), 2.5),
    product("LargeHexTile", FormShape::Hexagon, (1200, 1050), 3.75),
    product("TriangleTile", FormShape::Triangle, (675, 600), 2.0),
    product("DominoTile", FormShape::Rectangle, (675, 1275), 2.0),
    product("MiniCircleTile", FormShape::Disc, (450, 450), 1.25),
];

/// Product for boards of equal width and height.
pub(crate) const BOARD: PrintProduct = product("SquareBoard", FormShape::Square, (2475, 2475), 8.0);

/// Returns the names of all products for tiles.
pub fn product_names() -> impl Iterator<Item = &'static str> {
    PRODUCTS.iter().map(|product| product.name)
}
