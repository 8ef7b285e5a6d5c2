/// Pixels in rows from the top, four bytes for each: red, green and blue in sRGB, and alpha that is not premultiplied.
struct Raster: Equatable {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    /// The image turned and mirrored by the EXIF orientation: 1 to 8, for the position of the first row and column.
    func upright(_ orientation: Int) -> Raster {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
        var turned = [UInt8](repeating: 0, count: pixels.count)
        var target = 0
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (sourceX, sourceY) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let source = (sourceY * width + sourceX) * 4
                for channel in 0..<4 { turned[target + channel] = pixels[source + channel] }
                target += 4
            }
        }
        return Raster(width: newWidth, height: newHeight, pixels: turned)
    }

    /// The middle square of the image.
    func square() -> Raster {
        let side = min(width, height)
        guard width != height else { return self }
        let (left, top) = ((width - side) / 2, (height - side) / 2)
        var middle: [UInt8] = []
        middle.reserveCapacity(side * side * 4)
        for y in top..<(top + side) {
            let start = (y * width + left) * 4
            middle += pixels[start..<(start + side * 4)]
        }
        return Raster(width: side, height: side, pixels: middle)
    }

    /// The image without alpha, on white, the background that most transparent covers are drawn for.
    func flattened() -> Raster {
        var flat = self
        for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
            let alpha = Int(pixels[index + 3])
            for channel in index..<(index + 3) {
                flat.pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
            }
            flat.pixels[index + 3] = 255
        }
        return flat
    }
}
