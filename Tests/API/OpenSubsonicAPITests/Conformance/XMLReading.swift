import Foundation

/// Checks XML as strictly as this API writes it.
enum XMLReading {
    nonisolated(unsafe) private static let token =
        #/<\?[^?]*\?>|<\/([A-Za-z0-9:._-]+)>|<([A-Za-z0-9:._-]+)((?: [A-Za-z0-9:._-]+="[^"<]*")*)(\/?)>|[^<]+/#
    nonisolated(unsafe) private static let reference = #/&(?!(?:amp|lt|gt|quot|#\d+);)/#

    /// Whether elements nest correctly, no attribute repeats, and all characters that need escaping are escaped.
    static func isWellFormed(_ text: String) -> Bool {
        guard text.firstMatch(of: reference) == nil else { return false }
        var open: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: token) else { return false }
            let (whole, closed, opened, attributes, slash) = match.output
            if let closed {
                guard open.popLast() == closed else { return false }
            } else if let opened {
                let names = (attributes ?? "").matches(of: #/ ([^ =]+)="/#).map { $0.output.1 }
                guard Set(names).count == names.count else { return false }
                if slash?.isEmpty != false { open.append(opened) }
            } else if open.isEmpty, whole.contains(where: { !$0.isWhitespace }), !whole.hasPrefix("<?") {
                return false
            }
            rest = rest[match.range.upperBound...]
        }
        return open.isEmpty
    }
}
