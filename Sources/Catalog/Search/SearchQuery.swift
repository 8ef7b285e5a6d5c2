package import Primitives

/// What somebody typed into the search field, made safe to hand to a full-text index.
package struct SearchQuery: Sendable, Equatable {
    package static let maximumLength = 200
    static let maximumWords = 16

    /// As it was typed.
    package let text: String
    /// The folded words to look for, at most 16 groups; a group is what was typed without a space between and matches
    /// in sequence.
    package let groups: [String]

    /// Refuses text of more than 200 characters.
    package init(_ text: String) throws(DomainError) {
        guard text.count <= Self.maximumLength, text.utf8.count <= Self.maximumLength * 16 else {
            throw .invalid("A search takes at most \(Self.maximumLength) characters", field: "q")
        }
        self.text = text
        groups =
            FoldedText.fold(text).split(separator: " ").map { SearchText.words(String($0)) }.filter { !$0.isEmpty }
            .prefix(Self.maximumWords).map { $0 }
    }

    /// Nothing to look for: empty, or punctuation only. It finds nothing.
    package var isEmpty: Bool { groups.isEmpty }

    /// The whole query as one run of words, to compare with whole names.
    package var phrase: String { groups.joined(separator: " ") }
}
