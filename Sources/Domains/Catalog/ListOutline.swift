package import Primitives

/// The shape of a whole list: how long it is, where its pages begin, and where each letter does. With it a client shows any part of
/// a list of a hundred thousand things without reading those before.
package struct ListOutline: Sendable, Equatable {
    /// The first item of a letter.
    package struct Initial: Sendable, Equatable {
        /// One upper-case letter, `#` for what begins with none, or one sign for a script that has thousands.
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
    /// Items from one cursor to the next.
    package let step: Int
    /// `cursors[n]` is where page n + 1 begins; page 0 needs none.
    package let cursors: [Cursor]
    /// In the list's order; empty where it is not by name.
    package let letters: [Initial]

    package init(total: Int, step: Int, cursors: [Cursor], letters: [Initial]) {
        self.total = total
        self.step = step
        self.cursors = cursors
        self.letters = letters
    }
}
