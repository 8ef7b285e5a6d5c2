package import Primitives

/// A library in the list of libraries.
package struct LibraryItem: Sendable, Equatable {
    package let library: Library
    package let trackCount: Int
    package let problemCount: Int
    /// When a scan of it last came to its end.
    package let lastScanAt: Timestamp?

    package init(library: Library, trackCount: Int, problemCount: Int, lastScanAt: Timestamp?) {
        self.library = library
        self.trackCount = trackCount
        self.problemCount = problemCount
        self.lastScanAt = lastScanAt
    }
}
