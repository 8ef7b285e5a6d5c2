import CArchive
import Glibc

/// Goes through a zip once, from entry to entry, and unpacks of them what is asked for: forwards only, so that the work is bounded by what the
/// file unpacks to. Everything here blocks.
package final class ZipWalk {
    /// How far an entry may be unpacked at all.
    private static let longestEntry: Int64 = 512 << 20
    /// Text shrinks to a tenth, repetitive text to a hundredth; a bomb to a thousandth.
    private static let highestRatio: Int64 = 250
    private static let ratioSlack: Int64 = 16 << 20

    private let archive: OpaquePointer
    /// Of all entries together.
    private let most: Int64
    private var unpacked: Int64 = 0
    /// Unpacked and not yet given: what was behind the end of the last stretch.
    private var rest: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    /// The entry that it stands in.
    package private(set) var name: [UInt8] = []
    /// Where in that entry.
    package private(set) var position: Int64 = 0

    /// - Parameters:
    ///   - descriptor: stays the caller's, and stays open as long as this lives.
    ///   - size: of the whole file.
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

    /// Goes on to the next regular file that is not encrypted. Nil at the end.
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

    /// Goes on to the next entry of this name. False when there is none behind where it stands; then it is at the end.
    package func goOn(to wanted: [UInt8]) throws(ZipFile.Failure) -> Bool {
        while let entry = try next() {
            if entry.name == wanted { return true }
        }
        return false
    }

    /// Up to `count` bytes of the entry that it stands in from `offset` on, which is not before where it stands; fewer at its end.
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
        // Shares the buffer, which would be copied otherwise.
        rest = []
        let got = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
        guard got >= 0 else { throw .corrupt }
        unpacked += Int64(got)
        guard unpacked <= most else { throw .tooLarge }
        rest = buffer[..<got]
    }
}
