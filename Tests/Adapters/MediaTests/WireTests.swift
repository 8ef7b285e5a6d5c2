import Primitives
import Catalog
import Support
import Testing

@testable import Media

@Suite("The protocol between server and worker")
struct WireTests {
    @Test("a file survives encoding and decoding")
    func roundTrip() throws {
        let reply = WorkerReply.file(Self.file)
        #expect(try Self.decode(reply.frame()) == reply)
        for other: WorkerReply in [
            .ready(Confinement(files: true, calls: false, owner: .another)), .problem(FileProblem(.corrupt, "x")),
            .bytes([1, 2]),
            .nothing,
        ] {
            #expect(try Self.decode(other.frame()) == other)
        }
    }

    @Test("every prefix, and every copy with a changed byte, gives an error or an answer, never a crash")
    func hostile() throws {
        let frame = WorkerReply.file(Self.file).frame()
        for length in 4..<frame.count {
            #expect(throws: WireError.self) { try Self.decode(Array(frame.prefix(length))) }
        }
        for index in 4..<frame.count {
            for bit in 0..<8 {
                var bytes = frame
                bytes[index] ^= 1 << bit
                try Self.check(bytes)
            }
        }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 4...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            try Self.check(bytes)
            if let request = try? bytes.withUnsafeBytes({ try WorkerRequest(decoding: $0) }) {
                let frame = request.frame()
                let again = try frame.withUnsafeBytes {
                    try WorkerRequest(decoding: UnsafeRawBufferPointer(rebasing: $0[4...]))
                }
                #expect(again.frame() == frame)
            }
        }
    }

    /// Encodes and decodes again whatever the bytes decode to.
    private static func check(_ bytes: [UInt8]) throws {
        guard let reply = try? decode(bytes) else { return }
        let frame = reply.frame()
        #expect(try decode(frame).frame() == frame, "\(reply)")
    }

    private static func decode(_ frame: [UInt8]) throws -> WorkerReply {
        try frame.withUnsafeBytes { try WorkerReply(decoding: UnsafeRawBufferPointer(rebasing: $0[4...])) }
    }

    private static var file: MediaFile {
        var tags = TrackTags()
        tags.title = "Żółta łódź"
        tags.artists = ["a", "b"]
        tags.trackNumber = 3
        tags.isCompilation = true
        tags.lyrics = [TagLyrics(language: "eng", text: "one\ntwo"), TagLyrics(text: "three")]
        tags.musicBrainz.artists = ["c"]
        tags.replayGain.trackGain = -7.5
        tags.contributions = [.init(role: .engineer, name: "d"), .init(role: .musician, name: "e", part: "oboe")]
        tags.extendedTags.moods = ["calm"]
        tags.extendedTags.works = [Work(name: "f", musicBrainz: "g")]
        return MediaFile(
            tags: tags,
            audio: AudioProperties(
                mediaType: "audio/flac", codec: "flac", durationMilliseconds: 1000, bitrate: 900, sampleRate: 44100,
                channels: 2, bitDepth: 16),
            cover: BlobKey(hex: String(repeating: "a", count: 64)), signature: Array(0..<16))
    }
}
