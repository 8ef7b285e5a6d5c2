package import Primitives

/// What somebody typed into the search field, made safe to hand to a full-text index.
package struct SearchQuery: Sendable, Equatable {
    package static let maximumLength = 200
    static let maximumWords = 16
    /// Of more words than this none are written together or apart.
    private static let mostRespelt = 4
    /// How some languages say the sign &, which is no word.
    private static let conjunctions: Set<String> = ["and", "und", "et", "y", "e", "i", "och", "og"]

    /// As it was typed.
    package let text: String
    /// The folded words to look for, at most 16 groups; a group is what was typed without a space between and matches
    /// in sequence.
    package let groups: [String]
    /// Whether nothing but punctuation and symbols was typed: the only group is no word, and names are compared with it as they are.
    package let isSigns: Bool

    /// Refuses text of more than 200 characters.
    package init(_ text: String) throws(DomainError) {
        guard text.count <= Self.maximumLength, text.utf8.count <= Self.maximumLength * 16 else {
            throw .invalid("A search takes at most \(Self.maximumLength) characters", field: "q")
        }
        let words = FoldedText.fold(text).split(separator: " ").map { SearchText.words(String($0)) }
            .filter { !$0.isEmpty }.prefix(Self.maximumWords)
        let signs = words.isEmpty ? SearchText.signs(text) : ""
        self.init(text: text, groups: signs.isEmpty ? Array(words) : [signs], isSigns: !signs.isEmpty)
    }

    private init(text: String, groups: [String], isSigns: Bool = false) {
        self.text = text
        self.groups = groups
        self.isSigns = isSigns
    }

    /// The groups as the full-text index holds them.
    package var indexed: [String] { isSigns ? SearchText.codedSigns(text) : groups }

    /// Nothing to look for. It finds nothing.
    package var isEmpty: Bool { groups.isEmpty }

    /// The whole query as one run of words, to compare with whole names.
    package var phrase: String { groups.joined(separator: " ") }

    /// Without the words that stand for the sign &, unless nothing else is left.
    package var withoutConjunctions: SearchQuery {
        let rest = groups.filter { !Self.conjunctions.contains($0) }
        return rest.isEmpty || rest.count == groups.count ? self : SearchQuery(text: text, groups: rest)
    }

    /// The same with some words written together, the fewest words last: "post punk" may be called "Postpunk".
    package var joined: [SearchQuery] {
        let words = phrase.split(separator: " ").map(String.init)
        guard (2...Self.mostRespelt).contains(words.count) else { return [] }
        let pairs = words.indices.dropLast().map { place in
            Array(words[..<place]) + [words[place] + words[place + 1]] + words[(place + 2)...]
        }
        return (words.count > 2 ? pairs + [[words.joined()]] : pairs).map { SearchQuery(text: text, groups: $0) }
    }

    /// The places at which a word may have been meant as two, those in its middle first.
    package var splits: [Split] {
        guard groups.count <= Self.mostRespelt else { return [] }
        return groups.enumerated().flatMap { place, group -> [Split] in
            let letters = Array(group.unicodeScalars)
            guard (Spelling.shortestWord + 1...Spelling.longestWord).contains(letters.count), !letters.contains(" ")
            else { return [] }
            return (1..<letters.count).map { cut in
                let halves = [letters[..<cut], letters[cut...]].map { String(String.UnicodeScalarView($0)) }
                var groups = groups
                groups[place] = halves.joined(separator: " ")
                return Split(
                    head: halves[0], tail: halves[1], shorter: min(cut, letters.count - cut),
                    query: SearchQuery(text: text, groups: groups))
            }
        }.sorted { $0.shorter > $1.shorter }
    }

    package struct Split: Sendable {
        package let head: String
        package let tail: String
        let shorter: Int
        /// The query with both words in place of the one.
        package let query: SearchQuery
    }
}
