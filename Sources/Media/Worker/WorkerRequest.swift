/// What the server asks of a worker.
enum WorkerRequest: Equatable {
    /// The first request of all, and no other before its answer: the library's folder.
    case open(root: [UInt8])
    case readTags([UInt8])
    case embeddedCover([UInt8])
    case sidecarImage([UInt8])

    /// The longest body: a path and what goes with it.
    static let frameLimit = 8 * 1024
    private static let pathLimit = 4096

    func frame() -> [UInt8] {
        let (kind, path): (UInt8, [UInt8]) =
            switch self {
            case .open(let root): (0, root)
            case .readTags(let path): (1, path)
            case .embeddedCover(let path): (2, path)
            case .sidecarImage(let path): (3, path)
            }
        var writer = WireWriter(reserving: path.count + 16)
        writer.put(kind)
        writer.put(path)
        return writer.frame()
    }

    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        let kind = try reader.byte()
        let path = try reader.content(limit: Self.pathLimit)
        guard reader.isAtEnd, !path.contains(0) else { throw WireError() }
        switch kind {
        case 0: self = .open(root: path)
        case 1: self = .readTags(path)
        case 2: self = .embeddedCover(path)
        case 3: self = .sidecarImage(path)
        default: throw WireError()
        }
    }
}
