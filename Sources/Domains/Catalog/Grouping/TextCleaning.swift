/// Tags and file names as the catalogue keeps them.
enum TextCleaning {
    /// Control characters become spaces, white space is trimmed and what is longer than `limit` characters is cut. Nil
    /// when nothing remains.
    static func clean(_ text: String?, limit: Int = 500) -> String? {
        guard let text else { return nil }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        let words = String(scalars).split(separator: " ", omittingEmptySubsequences: true)
        let cleaned = String(words.joined(separator: " ").prefix(limit))
        return cleaned.isEmpty ? nil : cleaned
    }

    /// A file name without its extension.
    static func stem(_ name: [UInt8]) -> String {
        let dot = name.lastIndex(of: UInt8(ascii: "."))
        let stem = dot.map { $0 > 0 ? name[..<$0] : name[...] } ?? name[...]
        return String(decoding: stem, as: UTF8.self)
    }
}
