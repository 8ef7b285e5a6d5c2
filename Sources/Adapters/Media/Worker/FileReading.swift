import CLinux
import Catalog
import Crypto
import Glibc
import Primitives
import TagShim

/// The worker's operations on one path below its root. Everything here blocks.
struct FileReading {
    let root: LibraryFolder

    func readTags(_ path: [UInt8]) throws(FileProblem) -> MediaFile {
        let file = try OpenMediaFile(path, below: root)
        let content = try parse(file, values: true)
        let audio = AudioProperties(
            mediaType: String(cString: content.audio.media_type), codec: String(cString: content.audio.codec),
            durationMilliseconds: content.audio.duration_ms, bitrate: Int(content.audio.bitrate),
            sampleRate: Int(content.audio.sample_rate), channels: Int(content.audio.channels),
            bitDepth: Int(content.audio.bits_per_sample))
        var cover: BlobKey?
        if let picture = content.collected.picture { cover = BlobKey(hex: SHA256.hash(data: picture).hex) }
        var tags = TagMapping(raw: content.collected.tags, audio: audio).tags()
        // The gain is in Q7.8, like R128 gains.
        if content.audio.output_gain != 0 { tags.extendedTags.baseGain = Double(content.audio.output_gain) / 256 }
        return MediaFile(
            tags: tags, audio: audio, cover: cover,
            signature: try FileSignature.of(file))
    }

    func embeddedCover(_ path: [UInt8]) throws(FileProblem) -> [UInt8]? {
        try parse(try OpenMediaFile(path, below: root), values: false).collected.picture
    }

    func sidecarText(_ path: [UInt8]) throws(FileProblem) -> [UInt8]? {
        let tooLarge = FileProblem(.unsupported, "The text is larger than 512 KiB.")
        return try content(of: path, upTo: TextFile.maximumBytes, tooLarge)
    }

    func sidecarImage(_ path: [UInt8]) throws(FileProblem) -> [UInt8]? {
        let tooLarge = FileProblem(.tooLarge, "The picture is larger than 20 MiB.")
        guard let bytes = try content(of: path, upTo: PictureLimit.bytes, tooLarge) else { return nil }
        guard ImageKind(sniffing: bytes) != nil || ForeignImageKind(sniffing: bytes) != nil else {
            throw FileProblem(.unsupported, "The file is not a picture of a known kind.")
        }
        return bytes
    }

    /// The whole file; nil where there is none.
    private func content(
        of path: [UInt8], upTo limit: Int, _ tooLarge: FileProblem
    ) throws(FileProblem) -> [UInt8]? {
        let file: OpenMediaFile
        do {
            file = try OpenMediaFile(path, below: root)
        } catch  where error.reason == .unreadable && error.detail == OpenMediaFile.missing {
            return nil
        }
        guard file.size <= limit else { throw tooLarge }
        return try file.read(at: 0, count: Int(file.size))
    }

    private func parse(
        _ file: borrowing OpenMediaFile, values: Bool
    ) throws(FileProblem) -> (audio: tagshim_audio, collected: TagCollector) {
        let collector = TagCollector()
        var audio = tagshim_audio()
        let status = withExtendedLifetime(collector) {
            tagshim_read(
                file.descriptor, UInt64(file.size), Unmanaged.passUnretained(collector).toOpaque(),
                values
                    ? { context, name, nameSize, value, valueSize in
                        guard let context, let name, let value else { return }
                        Unmanaged<TagCollector>.fromOpaque(context).takeUnretainedValue().tags.add(
                            UnsafeRawBufferPointer(start: name, count: nameSize),
                            UnsafeRawBufferPointer(start: value, count: valueSize))
                    } : nil,
                { context, type, bytes, size in
                    guard let context, let bytes else { return }
                    Unmanaged<TagCollector>.fromOpaque(context).takeUnretainedValue().add(
                        pictureType: type, UnsafeRawBufferPointer(start: bytes, count: size))
                }, &audio)
        }
        if let problem = Self.problem(status) { throw problem }
        return (audio, collector)
    }

    private static func problem(_ status: CInt) -> FileProblem? {
        switch Int(status) {
        case TAGSHIM_OK: nil
        case TAGSHIM_UNSUPPORTED: FileProblem(.unsupported, "The content is not music of a supported kind.")
        case TAGSHIM_NO_AUDIO: FileProblem(.noAudio, "The file holds no sound.")
        case TAGSHIM_NO_LENGTH: FileProblem(.unsupported, "The length of the sound could not be read.")
        case TAGSHIM_TRUNCATED: FileProblem(.truncated, "The file ends before the sound that it declares does.")
        case TAGSHIM_TOO_LARGE: FileProblem(.tooLarge, "The tags are too large to read.")
        case TAGSHIM_UNREADABLE: FileProblem(.unreadable, "The disk answered with an error.")
        default: FileProblem(.corrupt, "The content contradicts its own format.")
        }
    }
}

/// The signature that recognizes a moved or renamed file: the first 16 bytes of the SHA-256 over
///
/// - the size of the file, eight bytes, little-endian;
/// - 16 KiB each from the start, from a third, from two thirds and from the end of it, or all of a file up to 64 KiB.
///
/// Equal signatures do not prove equal content, and a signature changes when tags are edited.
enum FileSignature {
    private static let sample = 16 * 1024

    static func of(_ file: borrowing OpenMediaFile) throws(FileProblem) -> [UInt8] {
        var hash = SHA256()
        let size = file.size
        withUnsafeBytes(of: size.littleEndian) { hash.update(bufferPointer: $0) }
        if size <= 4 * sample {
            hash.update(data: try file.read(at: 0, count: Int(size)))
        } else {
            for offset in [0, size / 3, size / 3 * 2, size - Int64(sample)] {
                hash.update(data: try file.read(at: offset, count: sample))
            }
        }
        return Array(hash.finalize().prefix(16))
    }
}
