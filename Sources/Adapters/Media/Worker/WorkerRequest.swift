import Catalog
import Primitives

/// A request of the server to a worker.
enum WorkerRequest: Equatable {
    /// The first request, which must be answered before any other: the library's folder.
    case open(root: [UInt8])
    case readTags([UInt8])
    case embeddedCover([UInt8])
    case sidecarImage([UInt8])
    case sidecarText([UInt8])
    case describeImage([UInt8])
    case renderImage([UInt8], ImageOutput)
    /// A drawing made from a number, without a file.
    case draw(UInt32, ImageOutput)

    /// The entries of a zip, and a range of bytes of one entry.
    case archiveEntries([UInt8])
    case archiveBytes([UInt8], entry: [UInt8], offset: Int64, count: Int)

    /// The longest body: a path with its parameters.
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

/// The answer of a worker.
enum WorkerReply: Equatable {
    /// The root is open and the worker confined, as far as this kernel can.
    case ready(Confinement)
    case file(MediaFile)
    case problem(FileProblem)
    case bytes([UInt8])
    /// The picture does not exist.
    case nothing
    case image(ImageFacts)

    /// The longest body: a picture with its facts.
    static let frameLimit = PictureLimit.bytes + 1024

    func frame() -> [UInt8] {
        var writer: WireWriter
        switch self {
        case .ready(let confinement):
            writer = WireWriter(kind: 0)
            writer.put(confinement.files ? 1 as UInt8 : 0)
            writer.put(confinement.calls ? 1 as UInt8 : 0)
            writer.put(confinement.owner.rawValue)
        case .file(let file):
            writer = WireWriter(kind: 1, reserving: 1024)
            writer.put(file.tags)
            writer.put(file.audio)
            writer.put(file.cover?.hex)
            writer.put(file.signature)
        case .problem(let problem):
            writer = WireWriter(kind: 2)
            writer.put(problem.reason.rawValue)
            writer.put(problem.detail)
        case .bytes(let bytes):
            writer = WireWriter(kind: 3, reserving: bytes.count + 16)
            writer.put(bytes)
        case .nothing: writer = WireWriter(kind: 4)
        case .image(let facts):
            writer = WireWriter(kind: 5)
            writer.put(facts)
        }
        return writer.frame()
    }

    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.byte() {
        case 0:
            let (files, calls) = (try reader.flag(), try reader.flag())
            guard let owner = Confinement.Owner(rawValue: try reader.byte()) else { throw WireError() }
            self = .ready(Confinement(files: files, calls: calls, owner: owner))
        case 1:
            self = .file(try Self.file(&reader))
        case 2:
            guard let reason = FileProblem.Reason(rawValue: try reader.text()) else { throw WireError() }
            self = .problem(FileProblem(reason, try reader.text()))
        case 3:
            self = .bytes(try reader.content(limit: PictureLimit.bytes))
        case 4:
            self = .nothing
        case 5:
            self = .image(try reader.imageFacts())
        default:
            throw WireError()
        }
        guard reader.isAtEnd else { throw WireError() }
    }

    private static func file(_ reader: inout WireReader) throws(WireError) -> MediaFile {
        let tags = try reader.tags()
        let audio = try reader.audio()
        var cover: BlobKey?
        if let hex = try reader.optionalText() {
            guard let key = BlobKey(hex: hex) else { throw WireError() }
            cover = key
        }
        let signature = try reader.content(limit: 16)
        guard signature.count == 16 else { throw WireError() }
        return MediaFile(tags: tags, audio: audio, cover: cover, signature: signature)
    }
}
