import Catalog

/// `ImageFacts` and `ImageOutput` on the wire: every field in the order of its declaration.
extension WireWriter {
    mutating func put(_ facts: ImageFacts) {
        put(facts.width)
        put(facts.height)
        put(UInt8(truncatingIfNeeded: facts.colors.count))
        for color in facts.colors {
            put(color.red)
            put(color.green)
            put(color.blue)
            put(color.share)
        }
    }

    mutating func put(_ output: ImageOutput) {
        put(output.size.pixels)
        put(output.format.rawValue)
        put(UInt8(output.isSquare ? 1 : 0))
    }
}

extension WireReader {
    mutating func imageFacts() throws(WireError) -> ImageFacts {
        let (width, height) = (try int(), try int())
        guard (1...ImageLimits.side).contains(width), (1...ImageLimits.side).contains(height) else {
            throw WireError()
        }
        var colors: [ImageColor] = []
        let count = try byte()
        guard count <= 8 else { throw WireError() }
        for _ in 0..<count {
            let color = ImageColor(red: try byte(), green: try byte(), blue: try byte(), share: try int())
            guard (1...1000).contains(color.share) else { throw WireError() }
            colors.append(color)
        }
        return ImageFacts(width: width, height: height, colors: colors)
    }

    mutating func imageOutput() throws(WireError) -> ImageOutput {
        let asked = try int()
        guard let size = RenditionSize(atLeast: asked), size.pixels == asked,
            let format = RenditionFormat(rawValue: try text())
        else { throw WireError() }
        return ImageOutput(size: size, format: format, isSquare: try byte() == 1)
    }
}
