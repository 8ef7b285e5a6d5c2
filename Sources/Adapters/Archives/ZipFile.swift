/// Reads a zip that somebody has sent. Only that format is known to libarchive here; names are compared and never become paths. Everything
/// here blocks, and belongs into a confined process.
package struct ZipFile {
    package enum Failure: Error {
        /// It is no zip, or a damaged or encrypted one.
        case corrupt
        /// It holds more than is read, or unpacks to far more than it is.
        case tooLarge
    }

    package struct Entry: Equatable {
        package let name: [UInt8]
        package let size: Int64
    }

    /// What libarchive calls a regular file (AE_IFREG).
    static let regular: UInt32 = 0o100000
    private static let mostEntries = 20_000
    private static let longestName = 512

    private let descriptor: CInt
    private let size: Int64

    /// - Parameters:
    ///   - descriptor: stays the caller's.
    ///   - size: of the whole file.
    package init(descriptor: CInt, size: Int64) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Of regular files with names of ASCII that are not overlong, in their order in the file; nothing else is looked at.
    package func entries() throws(Failure) -> [Entry] {
        let walk = try ZipWalk(descriptor: descriptor, size: size)
        var entries: [Entry] = []
        var seen = 0
        while let entry = try walk.next() {
            seen += 1
            guard seen <= Self.mostEntries else { throw .tooLarge }
            if entry.name.count <= Self.longestName, entry.name.allSatisfy({ (0x20..<0x7f).contains($0) }) {
                entries.append(entry)
            }
        }
        return entries
    }

    /// What stands at the beginning of an entry. Nil when there is no such entry.
    package func open(_ name: [UInt8]) throws(Failure) -> ZipWalk? {
        let walk = try ZipWalk(descriptor: descriptor, size: size)
        return try walk.goOn(to: name) ? walk : nil
    }
}
