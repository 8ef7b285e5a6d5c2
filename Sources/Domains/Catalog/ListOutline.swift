package import Primitives

/// The outline of a whole list: its length, and the starts of its pages and letters. With it a client shows any part of
/// a list of a hundred thousand items without reading the items before it.
package struct ListOutline: Sendable, Equatable {
    /// The first item of a letter.
    package struct Initial: Sendable, Equatable {
        /// One upper-case letter, `#` for items that begin with no letter, or one character for a script that has
        /// thousands.
        package let letter: String
        /// Counted from 0.
        package let index: Int

        package init(letter: String, index: Int) {
            self.letter = letter
            self.index = index
        }
    }

    package static let steps = 20...500

    package let total: Int
    /// The number of items from one cursor to the next.
    package let step: Int
    /// `cursors[n]` is the start of page n + 1; page 0 needs none.
    package let cursors: [Cursor]
    /// In the list's order; empty if the list is not ordered by name.
    package let letters: [Initial]

    package init(total: Int, step: Int, cursors: [Cursor], letters: [Initial]) {
        self.total = total
        self.step = step
        self.cursors = cursors
        self.letters = letters
    }
}

/// A range of a list by position, for clients that page by offset. Other clients use `Page`.
package struct ListWindow: Sendable, Equatable {
    /// Larger than any list.
    package static let furthest = 1_000_000_000

    package let offset: Int
    package let count: Int

    /// Throws `invalid` for negative numbers. Numbers beyond `furthest` are reduced to it.
    package init(offset: Int = 0, count: Int) throws(DomainError) {
        guard offset >= 0 else { throw .invalid("An offset is not negative", field: "offset") }
        guard count >= 0 else { throw .invalid("A count is not negative", field: "count") }
        self.init(bounded: offset, count)
    }

    /// The first `count` items.
    package static func first(_ count: Int) -> ListWindow { ListWindow(bounded: 0, max(0, count)) }

    private init(bounded offset: Int, _ count: Int) {
        self.offset = min(offset, Self.furthest)
        self.count = min(count, Self.furthest)
    }

    /// The position after the last item.
    package var end: Int { offset + count }
}

/// The direction of a list.
package enum ListOrder: String, Sendable, CaseIterable {
    case ascending = "asc"
    case descending = "desc"
}

/// The index letter of a sort key, for the alphabet beside a list.
package enum IndexLetter {
    /// The letter, or `#` for digits, symbols and an empty key. Scripts of syllables and of thousands of characters
    /// have one entry each.
    package static func of(_ sortKey: String) -> String {
        guard let first = sortKey.unicodeScalars.first, first.properties.isAlphabetic else { return "#" }
        switch first.value {
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: return "あ"
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: return "가"
        case 0x2E80...0x2FDF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return "漢"
        default: return String(first).uppercased()
        }
    }
}
