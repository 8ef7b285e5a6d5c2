import CArchive
import Glibc

/// Reads an uploaded zip. libarchive is set to that format alone; names are compared and never become paths. Everything
/// here blocks and belongs in a confined process.
package struct ZipFile {
    package enum Failure: Error {
        /// The file is no zip, or a damaged or encrypted one.
        case corrupt
        /// The file has too many entries, or expands far beyond its own size.
        case tooLarge
    }

    package struct Entry: Equatable {
        package let name: [UInt8]
        package let size: Int64
    }

    /// The type that libarchive gives a regular file (AE_IFREG).
    static let regular: UInt32 = 0o100000
    private static let mostEntries = 20_000
    private static let longestName = 512

    private let descriptor: CInt
    private let size: Int64

    /// - Parameters:
    /// - descriptor: remains the caller's.
    /// - size: the size of the whole file.
    package init(descriptor: CInt, size: Int64) {
        self.descriptor = descriptor
        self.size = size
    }

    /// The regular files with ASCII names of limited length, in the order of the file. Other entries are ignored.
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

    /// Opens an entry at its beginning. Nil when there is no such entry.
    package func open(_ name: [UInt8]) throws(Failure) -> ZipWalk? {
        let walk = try ZipWalk(descriptor: descriptor, size: size)
        return try walk.goOn(to: name) ? walk : nil
    }
}

/// Reads a zip once, from entry to entry, and unpacks the entries that are asked for. It moves forward only, so that
/// the work is bounded by the unpacked size. Everything here blocks.
package final class ZipWalk {
    /// The unpacked bytes that are read of one entry at most.
    private static let longestEntry: Int64 = 512 << 20
    /// The highest accepted ratio. Text shrinks to a tenth, repetitive text to a hundredth, a bomb to a thousandth.
    private static let highestRatio: Int64 = 250
    private static let ratioSlack: Int64 = 16 << 20

    private let archive: OpaquePointer
    /// The limit of unpacked bytes of all entries together.
    private let most: Int64
    private var unpacked: Int64 = 0
    /// Bytes that are unpacked but not yet returned: they followed the end of the last range.
    private var rest: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    /// The name of the current entry.
    package private(set) var name: [UInt8] = []
    /// The position in the current entry.
    package private(set) var position: Int64 = 0

    /// - Parameters:
    /// - descriptor: remains the caller's, and stays open as long as this object lives.
    /// - size: the size of the whole file.
    init(descriptor: CInt, size: Int64) throws(ZipFile.Failure) {
        guard let archive = archive_read_new() else { throw .corrupt }
        guard lseek(descriptor, 0, SEEK_SET) == 0, archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
            archive_read_open_fd(archive, descriptor, 64 << 10) == ARCHIVE_OK
        else {
            archive_read_free(archive)
            throw .corrupt
        }
        self.archive = archive
        most = size * Self.highestRatio + Self.ratioSlack
    }

    deinit {
        archive_read_free(archive)
    }

    /// Moves to the next regular file that is not encrypted. Nil at the end.
    func next() throws(ZipFile.Failure) -> ZipFile.Entry? {
        while true {
            var entry: OpaquePointer?
            switch archive_read_next_header(archive, &entry) {
            case ARCHIVE_EOF: return nil
            case ARCHIVE_OK, ARCHIVE_WARN: break
            default: throw .corrupt
            }
            guard let entry, archive_entry_filetype(entry) == ZipFile.regular,
                archive_entry_is_encrypted(entry) == 0, let text = archive_entry_pathname(entry)
            else { continue }
            name = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
            (position, rest) = (0, [])
            return ZipFile.Entry(name: name, size: archive_entry_size(entry))
        }
    }

    /// Moves to the next entry of this name. Returns false, at the end of the zip, when no later entry has the name.
    package func goOn(to wanted: [UInt8]) throws(ZipFile.Failure) -> Bool {
        while let entry = try next() {
            if entry.name == wanted { return true }
        }
        return false
    }

    /// Up to `count` bytes of the current entry from `offset` on, which must not be before `position`; fewer at the
    /// entry's end.
    package func read(from offset: Int64, count: Int) throws(ZipFile.Failure) -> [UInt8] {
        guard offset >= position, offset + Int64(count) <= Self.longestEntry else { throw .tooLarge }
        var content: [UInt8] = []
        content.reserveCapacity(count)
        while content.count < count {
            if rest.isEmpty {
                try unpack()
                if rest.isEmpty { break }
            }
            let skipped = Int(min(offset - min(position, offset), Int64(rest.count)))
            let taken = rest.dropFirst(skipped).prefix(count - content.count)
            content.append(contentsOf: taken)
            rest = rest.dropFirst(skipped + taken.count)
            position += Int64(skipped + taken.count)
        }
        return content
    }

    private func unpack() throws(ZipFile.Failure) {
        // Releases the shared buffer, which would be copied otherwise.
        rest = []
        let got = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
        guard got >= 0 else { throw .corrupt }
        unpacked += Int64(got)
        guard unpacked <= most else { throw .tooLarge }
        rest = buffer[..<got]
    }
}
