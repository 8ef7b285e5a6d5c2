import Catalog
import Primitives

/// Things under the letters that they begin with, as lists are ordered.
struct LetterIndex<Item: Sendable>: Sendable {
    let letters: [(letter: String, items: [Item])]

    /// - Parameter items: by sort key.
    init(_ items: [Item], by key: (Item) -> String) {
        var letters: [(letter: String, items: [Item])] = []
        var places: [String: Int] = [:]
        for item in items {
            let letter = IndexLetter.of(key(item))
            if let place = places[letter] {
                letters[place].items.append(item)
            } else {
                places[letter] = letters.count
                letters.append((letter, [item]))
            }
        }
        self.letters = letters
    }

    func write(to writer: inout ReplyWriter, _ item: (inout ReplyWriter, Item) -> Void) {
        writer.array("index", letters) { writer, entry in
            writer.attribute("name", entry.letter)
            writer.array("artist", entry.items, item)
        }
    }

    /// The words that the order passes over.
    static var ignoredArticles: String {
        FoldedText.articles.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
