import Catalog
import Primitives
import Submissions

/// What a mover is told to do, on the wire.
struct MoveOrder: Equatable {
    let quarantine: [UInt8]
    let root: [UInt8]
    /// In the quarantine.
    let name: [UInt8]
    /// In the library.
    let path: [UInt8]
    let size: Int64
    let digest: [UInt8]

    private static let pathLimit = 4096

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
        for part in [quarantine, root, name, path, digest] { writer.put(part) }
        writer.put(size)
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        guard bytes.count > 4 else { throw WireError() }
        var reader = WireReader(UnsafeRawBufferPointer(rebasing: bytes[4...]))
        quarantine = try reader.content(limit: Self.pathLimit)
        root = try reader.content(limit: Self.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: Self.pathLimit)
        digest = try reader.content(limit: 32)
        size = try reader.int64()
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.contains(UInt8(ascii: "/")), size > 0,
            !(quarantine + root + name).contains(0)
        else { throw WireError() }
    }
}
