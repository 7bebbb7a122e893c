/// Where the pixels of a picture land on a canvas, clipped so that every loop over it needs no further checks.
struct Placement {
    /// The canvas columns that are drawn on; never empty.
    let columns: Range<Int>
    /// The canvas rows that are drawn on; never empty.
    let rows: Range<Int>
    /// The canvas column that the picture's column 0 has.
    let left: Int
    /// The canvas row that the picture's row 0 has.
    let top: Int
}
