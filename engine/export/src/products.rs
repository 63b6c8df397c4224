//! Lists the products of a print shop that tiles can be printed on.
//!
//! Sizes of pictures include the bleed. The numbers come from public descriptions of the products, and should be
//! compared with the templates of the shop before an order.

use crate::form::TileShape;

/// Number of pixels in an inch of a print file.
pub(crate) const DPI: u32 = 300;

/// Product with the size of its print file and its cut.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PrintProduct {
    /// Name of the product in the shop.
    pub(crate) name: &'static str,
    pub(crate) shape: TileShape,
    /// Width and height of the print file in pixels.
    pub(crate) file: (u32, u32),
    /// Width of the cut in inches; the height follows from the shape.
    pub(crate) width: f32,
}

const fn product(name: &'static str, shape: TileShape, file: (u32, u32), width: f32) -> PrintProduct {
    PrintProduct { name, shape, file, width }
}

/// All products, by shape and size.
pub(crate) const PRODUCTS: &[PrintProduct] = &[
    product("MiniSquareTile", TileShape::Square, (450, 450), 1.25),
    product("SmallSquareTile", TileShape::Square, (675, 675), 2.0),
    product("MediumSquareTile", TileShape::Square, (825, 825), 2.5),
    product("LargeSquareTile", TileShape::Square, (1125, 1125), 3.5),
    product("MiniHexTile", TileShape::Hexagon, (450, 450), 1.25),
    product("SmallHexTile", TileShape::Hexagon, (675, 600), 2.0),
    product("MediumHexTile", TileShape::Hexagon, (825, 750), 2.5),
    product("LargeHexTile", TileShape::Hexagon, (1200, 1050), 3.75),
    product("TriangleTile", TileShape::Triangle, (675, 600), 2.0),
    product("DominoTile", TileShape::Rectangle, (675, 1275), 2.0),
    product("MiniCircleTile", TileShape::Disc, (450, 450), 1.25),
];

/// Product for boards of equal width and height.
pub(crate) const BOARD: PrintProduct = product("SquareBoard", TileShape::Square, (2475, 2475), 8.0);

/// Returns the names of all products for tiles.
pub fn product_names() -> impl Iterator<Item = &'static str> {
    PRODUCTS.iter().map(|product| product.name)
}
