import Catalog
import Primitives
import Submissions

/// The task of a mover: the first byte of its order.
enum MoverTask: UInt8 {
    case publish = 1
    /// To put a file into the bin, back, or away for good.
    case bin = 2
}

/// How a mover publishes a file, on the wire.
struct MoveJob: Equatable {
    let quarantine: [UInt8]
    let root: [UInt8]
    /// In the quarantine.
    let name: [UInt8]
    /// In the library.
    let path: [UInt8]
    let size: Int64
    let digest: [UInt8]

    static let pathLimit = 4096
    /// Where no library is, and where a file that is run or read by the system must not come from the gateway.
    private static let systemFolders = [
        "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr",
    ].map { Array($0.utf8) }

    init(_ publication: Publication, from quarantine: [UInt8]) {
        self.quarantine = quarantine
        root = publication.root
        name = Array(publication.id.rawValue.utf8)
        path = publication.path.bytes
        size = publication.size
        digest = publication.digest
    }

    var bytes: [UInt8] {
        var writer = WireWriter(reserving: 1024)
        writer.put(MoverTask.publish.rawValue)
        for part in [quarantine, root, name, path, digest] { writer.put(part) }
        writer.put(size)
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        guard bytes.count > 4 else { throw WireError() }
        var reader = WireReader(UnsafeRawBufferPointer(rebasing: bytes[4...]))
        guard try reader.byte() == MoverTask.publish.rawValue else { throw WireError() }
        quarantine = try reader.content(limit: Self.pathLimit)
        root = try reader.content(limit: Self.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: Self.pathLimit)
        digest = try reader.content(limit: 32)
        size = try reader.int64()
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.contains(UInt8(ascii: "/")), size > 0,
            !(quarantine + root + name).contains(0), Self.isForMusic(root: root, path: path)
        else { throw WireError() }
    }

    /// Whether the place is one that music may be put at: a mover does not leave that to a server which somebody may have taken over.
    static func isForMusic(root: [UInt8], path: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        let folders = root.split(separator: slash, omittingEmptySubsequences: true).map(Array.init)
        guard let first = folders.first, root.first == slash, !systemFolders.contains(first) else { return false }
        return !path.split(separator: slash).contains { $0.first == UInt8(ascii: ".") }
    }
}
