/// How many items somebody sees on their shelf.
package struct ShelfCount: Sendable, Equatable {
    package let items: Int
    /// Those in no folder.
    package let unfiled: Int

    package init(items: Int, unfiled: Int) {
        self.items = items
        self.unfiled = unfiled
    }
}
