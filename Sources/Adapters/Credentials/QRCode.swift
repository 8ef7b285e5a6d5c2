import CQREncode

/// A QR code (ISO/IEC 18004) of a text, error correction level M, made by libqrencode.
package struct QRCode: Sendable {
    /// White modules around the code, which readers need.
    private static let margin = 4

    /// The modules of a side.
    package let width: Int
    /// The modules row by row; true is dark.
    package let modules: [Bool]

    /// Nil for empty text, and for more than a code can contain (some 2,300 bytes).
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), &bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// A standalone image of any size, dark on white with the margin that readers need.
    package var svg: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] { column += 1 }
                if column > start {
                    path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1H\(start + Self.margin)z"
                }
                column += 1
            }
        }
        let side = width + 2 * Self.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }
}
