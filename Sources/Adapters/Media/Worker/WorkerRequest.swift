/// What the server asks of a worker.
enum WorkerRequest: Equatable {
    /// The first request of all, and no other before its answer: the library's folder.
    case open(root: [UInt8])
    case readTags([UInt8])
    case embeddedCover([UInt8])
    case sidecarImage([UInt8])
    case sidecarText([UInt8])
    case describeImage([UInt8])
    case renderImage([UInt8], ImageOutput)
    /// A drawing from a number; it has no file.
    case draw(UInt32, ImageOutput)

    /// What a zip holds, and some bytes of one of its entries.
    case archiveEntries([UInt8])
    case archiveBytes([UInt8], entry: [UInt8], offset: Int64, count: Int)

    /// The longest body: a path and what goes with it.
    static let frameLimit = 8 * 1024
    private static let pathLimit = 4096

    func frame() -> [UInt8] {
        var writer = WireWriter(reserving: 256)
        func put(_ kind: UInt8, _ path: [UInt8]) {
            writer.put(kind)
            writer.put(path)
        }
        switch self {
        case .open(let root): put(0, root)
        case .readTags(let path): put(1, path)
        case .embeddedCover(let path): put(2, path)
        case .sidecarImage(let path): put(3, path)
        case .describeImage(let path): put(4, path)
        case .sidecarText(let path): put(7, path)
        case .renderImage(let path, let output):
            put(5, path)
            writer.put(output)
        case .draw(let seed, let output):
            put(6, [])
            writer.put(Int(seed))
            writer.put(output)
        case .archiveEntries(let path): put(8, path)
        case .archiveBytes(let path, let entry, let offset, let count):
            put(9, path)
            writer.put(entry)
            writer.put(Int(offset))
            writer.put(count)
        }
        return writer.frame()
    }

    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        let kind = try reader.byte()
        let path = try reader.content(limit: Self.pathLimit)
        guard !path.contains(0) else { throw WireError() }
        switch kind {
        case 0: self = .open(root: path)
        case 1: self = .readTags(path)
        case 2: self = .embeddedCover(path)
        case 3: self = .sidecarImage(path)
        case 4: self = .describeImage(path)
        case 5: self = .renderImage(path, try reader.imageOutput())
        case 6:
            guard let seed = UInt32(exactly: try reader.int()) else { throw WireError() }
            self = .draw(seed, try reader.imageOutput())
        case 7: self = .sidecarText(path)
        case 8: self = .archiveEntries(path)
        case 9:
            let entry = try reader.content(limit: Self.pathLimit)
            self = .archiveBytes(path, entry: entry, offset: Int64(try reader.int()), count: try reader.int())
        default: throw WireError()
        }
        guard reader.isAtEnd else { throw WireError() }
    }
}
