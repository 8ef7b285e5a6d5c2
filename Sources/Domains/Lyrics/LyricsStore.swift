package import Catalog
package import Primitives

/// Reads the texts that the scan has found. What is missing, or outside the scope that is asked for, is treated as if
/// it never was.
package protocol LyricsStore: Sendable {
    /// Those in the file's tags first, then those beside it by name. Nil for a track that is not there.
    func texts(of track: ID<Track>, in scope: LibraryScope) async throws -> [StoredLyrics]?

    /// The tracks of this title, the most played first, at most `limit`; of an artist of this name, or of performers who make this line
    /// when joined by ", ", unless it is nil. Both meet as names do in `FoldedText`.
    func tracks(
        titled title: String, by artist: String?, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Track>]
}
