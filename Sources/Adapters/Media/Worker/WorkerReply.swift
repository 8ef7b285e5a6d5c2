import Primitives
import Catalog

/// What a worker answers.
enum WorkerReply: Equatable {
    /// The root is open and the worker confined, as far as this kernel can.
    case ready(Confinement)
    case file(MediaFile)
    case problem(FileProblem)
    case bytes([UInt8])
    /// There is no such picture.
    case nothing
    case image(ImageFacts)

    /// The longest body: a picture and what goes with it.
    static let frameLimit = PictureLimit.bytes + 1024

    func frame() -> [UInt8] {
        var writer: WireWriter
        switch self {
        case .ready(let confinement):
            writer = WireWriter()
            writer.put(0 as UInt8)
            writer.put(confinement.files ? 1 as UInt8 : 0)
            writer.put(confinement.calls ? 1 as UInt8 : 0)
            writer.put(confinement.owner.rawValue)
        case .file(let file):
            writer = WireWriter(reserving: 1024)
            writer.put(1 as UInt8)
            writer.put(file.tags)
            writer.put(file.audio)
            writer.put(file.cover?.hex)
            writer.put(file.signature)
        case .problem(let problem):
            writer = WireWriter()
            writer.put(2 as UInt8)
            writer.put(problem.reason.rawValue)
            writer.put(problem.detail)
        case .bytes(let bytes):
            writer = WireWriter(reserving: bytes.count + 16)
            writer.put(3 as UInt8)
            writer.put(bytes)
        case .nothing:
            writer = WireWriter()
            writer.put(4 as UInt8)
        case .image(let facts):
            writer = WireWriter()
            writer.put(5 as UInt8)
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
