import Catalog
import Moderation
import Primitives

/// An order to a mover about a withdrawn file, on the wire.
struct BinJob: Equatable {
    let direction: BinDirection
    let root: [UInt8]
    /// In the bin.
    let name: [UInt8]
    /// In the library.
    let path: [UInt8]
    let size: Int64
    let modifiedNanoseconds: Int64

    init(_ file: WithdrawnFile, _ direction: BinDirection) {
        self.direction = direction
        root = file.root
        name = Array(file.id.rawValue.utf8)
        path = file.path.bytes
        size = file.size
        modifiedNanoseconds = file.modifiedNanoseconds
    }

    var bytes: [UInt8] {
        var writer = WireWriter(reserving: 1024)
        writer.put(MoverTask.bin.rawValue)
        writer.put(direction.rawValue)
        for part in [root, name, path] { writer.put(part) }
        writer.put(size)
        writer.put(modifiedNanoseconds)
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        guard bytes.count > 4 else { throw WireError() }
        var reader = WireReader(UnsafeRawBufferPointer(rebasing: bytes[4...]))
        guard try reader.byte() == MoverTask.bin.rawValue, let direction = BinDirection(rawValue: try reader.byte())
        else { throw WireError() }
        self.direction = direction
        root = try reader.content(limit: MoveJob.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: MoveJob.pathLimit)
        size = try reader.int64()
        modifiedNanoseconds = try reader.int64()
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.isEmpty, name.first != UInt8(ascii: "."),
            !name.contains(UInt8(ascii: "/")), !(root + name).contains(0),
            MoveJob.isForMusic(root: root, path: path)
        else { throw WireError() }
    }
}
