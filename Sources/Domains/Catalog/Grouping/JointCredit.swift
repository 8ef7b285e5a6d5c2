import Primitives

/// The rules that split one name in a tag into several artists.
///
/// - The part before `feat.`, `ft.` or `featuring` must be known. The part after it is a guest, known or not.
/// - A name with `&`, `with` or commas is several artists only if each part is known.
/// - A name that is known as a whole is one artist ("Earth, Wind & Fire feat. X" names two).
///
/// A name is known if it is credited alone on some track.
package struct JointCredit {
    private static let featuring = ["feat.", "feat", "ft.", "ft", "featuring"]
    private static let joining = ["&", "with"]

    private let isKnown: (String) throws -> Bool

    /// - Parameter isKnown: receives folded names.
    package init(isKnown: @escaping (String) throws -> Bool) {
        self.isKnown = isKnown
    }

    /// Whether a name looks like several artists. Only such names need to be checked.
    package static func mayJoin(_ name: String) -> Bool {
        name.contains(",")
            || words(of: name).dropFirst().contains { featuring.contains($0.key) || joining.contains($0.key) }
    }

    /// The artists that the name stands for, in order, as the tag spells them; nil if it is one artist.
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

    /// One known artist, or several artists if each of them is known.
    private func known(_ words: ArraySlice<Word>) throws -> [String]? {
        let name = Self.text(of: words)
        return try isKnown(FoldedText.fold(name)) ? [name] : all(words)
    }

    /// The guests, who need not be known. A group is split into several artists only if each of them is known.
    private func guests(_ words: ArraySlice<Word>) throws -> [String] {
        // A second "feat." begins another group of guests.
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

    /// The parts between joining words and commas; nil if there is only one part, or an unknown one.
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
        /// In lower case, without an opening bracket before a guest.
        let key: String
    }

    private static func words(of name: String) -> [Word] {
        name.split(whereSeparator: \.isWhitespace).map { word in
            let bare = word.drop { $0 == "(" || $0 == "[" }
            return Word(text: String(word), key: bare.lowercased())
        }
    }

    /// The words as text, without commas at the end and without an unmatched closing bracket.
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
