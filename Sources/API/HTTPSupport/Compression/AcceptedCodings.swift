package import HTTPTypes

/// The content codings that a client accepts (RFC 9110 §12.5.3), as far as gzip and no coding at all are concerned.
package struct AcceptedCodings: Equatable, Sendable {
    /// The client accepts gzip and does not prefer the content as it is.
    package let prefersGzip: Bool
    /// The client refuses the content as it is.
    package let refusesIdentity: Bool

    private static let longestField = 1024

    /// A missing or overlong field accepts the content as it is, and so does an element that is malformed.
    package init(_ fields: HTTPFields) {
        guard let field = fields[.acceptEncoding], field.utf8.count <= Self.longestField else {
            (prefersGzip, refusesIdentity) = (false, false)
            return
        }
        var weights: [Substring: Int] = [:]
        let text = field.lowercased().filter { $0 != " " && $0 != "\t" }
        for element in text.split(separator: ",") {
            let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { continue }
            // The older name means the same coding (§8.4.1.3).
            let coding = parts[0] == "x-gzip" ? "gzip" : parts[0]
            weights[coding] = max(weights[coding] ?? 0, weight)
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        refusesIdentity = (weights["identity"] ?? weights["*"]) == 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// `q=0.5` in thousandths (§12.4.2). Nil where it is no weight.
    private static func weight(_ parameter: Substring) -> Int? {
        guard parameter.hasPrefix("q=") else { return nil }
        let digits = Array(parameter.dropFirst(2).utf8)
        guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), digits.count <= 5,
            digits.count == 1 || digits[1] == UInt8(ascii: ".")
        else { return nil }
        var thousandths = Int(first - UInt8(ascii: "0")) * 1000
        var unit = 100
        for digit in digits.dropFirst(2) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            thousandths += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}
