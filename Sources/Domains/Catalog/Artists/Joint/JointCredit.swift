import Primitives

/// The rules by which one name in a tag stands for several artists.
///
/// - What comes before `feat.`, `ft.` or `featuring` must be known; what comes after is a guest, known or not.
/// - Names with `&`, `with` or commas between them are several artists only where each of them is known.
/// - Who is known as a whole is one artist ("Earth, Wind & Fire feat. X" names two).
///
/// Somebody is known who is credited by that name alone somewhere.
package struct JointCredit {
    private static let featuring = ["feat.", "feat", "ft.", "ft", "featuring"]
    private static let joining = ["&", "with"]

    private let isKnown: (String) throws -> Bool

    /// - Parameter isKnown: asked with folded names.
    package init(isKnown: @escaping (String) throws -> Bool) {
        self.isKnown = isKnown
    }

    /// Whether a name looks as if it were several: only those are worth a question.
    package static func mayJoin(_ name: String) -> Bool {
        name.contains(",")
            || words(of: name).dropFirst().contains { featuring.contains($0.key) || joining.contains($0.key) }
    }

    /// The artists that the name stands for, in order, as the tag spells them; nil where it is one.
    package func artists(in name: String) throws -> [String]? {
        let words = Self.words(of: name)
        var artists: [String]
        if let place = words.indices.dropFirst().first(where: { Self.featuring.contains(words[$0].key) }) {
            guard let main = try known(words[..<place]), place + 1 < words.endIndex else { return nil }
            artists = main + (try guests(words[(place + 1)...]))
        } else {
            guard let parts = try all(words[...]) else { return nil }
            artists = parts
        }
        var seen: Set<String> = []
        artists = artists.filter { !$0.isEmpty && seen.insert(FoldedText.fold($0)).inserted }
        return artists.count > 1 ? artists : nil
    }

    /// One artist who is known, or several of whom all are.
    private func known(_ words: ArraySlice<Word>) throws -> [String]? {
        let name = Self.text(of: words)
        return try isKnown(FoldedText.fold(name)) ? [name] : all(words)
    }

    /// A guest need not be known; several are told apart where all are.
    private func guests(_ words: ArraySlice<Word>) throws -> [String] {
        // A second "feat." names more of them.
        var groups = [words.prefix(0)]
        for index in words.indices {
            if Self.featuring.contains(words[index].key) {
                groups.append(words[(index + 1)...].prefix(0))
            } else {
                let start = groups.last?.isEmpty == false ? groups[groups.count - 1].startIndex : index
                groups[groups.count - 1] = words[start...index]
            }
        }
        return try groups.filter { !$0.isEmpty }.flatMap { try known($0) ?? [Self.text(of: $0)] }
    }

    /// The parts between the joining signs; nil where there is one, or one that is not known.
    private func all(_ words: ArraySlice<Word>) throws -> [String]? {
        var parts: [[Word]] = [[]]
        for word in words {
            if Self.joining.contains(word.key), parts.last?.isEmpty == false {
                parts.append([])
            } else {
                parts[parts.count - 1].append(word)
                if word.text.hasSuffix(",") { parts.append([]) }
            }
        }
        let names = parts.filter { !$0.isEmpty }.map { Self.text(of: $0[...]) }
        guard names.count > 1 else { return nil }
        return try names.allSatisfy { try isKnown(FoldedText.fold($0)) } ? names : nil
    }

    // MARK: Words

    private struct Word {
        let text: String
        /// In lower case, without the bracket that a guest may stand in.
        let key: String
    }

    private static func words(of name: String) -> [Word] {
        name.split(whereSeparator: \.isWhitespace).map { word in
            let bare = word.drop { $0 == "(" || $0 == "[" }
            return Word(text: String(word), key: bare.lowercased())
        }
    }

    /// Without the commas at its end and the bracket that closes behind a guest.
    private static func text(of words: ArraySlice<Word>) -> String {
        var text = words.map(\.text).joined(separator: " ")
        while let last = text.last, last == "," || last == ";" || last == " " { text.removeLast() }
        for (open, close): (Character, Character) in [("(", ")"), ("[", "]")]
        where text.last == close && !text.contains(open) {
            text.removeLast()
        }
        return text
    }
}
