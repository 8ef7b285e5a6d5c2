/// How much is in a playlist for one reader.
package struct PlaylistTotals: Sendable, Equatable {
    /// Entries that the reader sees, missing ones with them.
    package let entries: Int
    /// Of those, whose file is not there at present.
    package let missing: Int
    /// Entries of libraries that the reader was not given.
    package let hidden: Int
    /// Of what the reader sees and what is there.
    package let durationMilliseconds: Int64

    package init(entries: Int, missing: Int, hidden: Int, durationMilliseconds: Int64) {
        self.entries = entries
        self.missing = missing
        self.hidden = hidden
        self.durationMilliseconds = durationMilliseconds
    }
}
