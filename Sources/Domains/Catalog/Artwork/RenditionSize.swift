/// How large a rendition is: the longer side in pixels, from a closed set, so that nobody can have a picture made in
/// thousands of sizes.
package struct RenditionSize: Hashable, Sendable {
    /// In ascending order.
    package static let all = [64, 128, 192, 256, 300, 384, 512, 600, 768, 1024, 1200].map(Self.init(pixels:))

    /// Where nobody has said how large.
    package static let standard = RenditionSize(pixels: 600)

    package let pixels: Int

    private init(pixels: Int) {
        self.pixels = pixels
    }

    /// The smallest size that is not smaller than `asked`; nil outside 64 to 1200.
    package init?(atLeast asked: Int) {
        guard let first = Self.all.first, asked >= first.pixels,
            let size = Self.all.first(where: { $0.pixels >= asked })
        else { return nil }
        self = size
    }
}
