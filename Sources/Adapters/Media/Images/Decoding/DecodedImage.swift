/// An image made small enough.
struct DecodedImage {
    /// Upright.
    let raster: Raster
    /// The size that the file declares, upright.
    let width: Int
    let height: Int
}
