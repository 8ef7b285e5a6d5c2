import Catalog
import Foundation
import Media
import Testing

@Suite("Raw AAC")
struct RawAACTests {
    private static let options = ["-c:a", "aac", "-b:a", "64k", "-write_id3v2", "0", "-f", "adts"]

    /// Half a minute of audio whose channels differ, so that the frames differ too.
    private static func make(_ path: String, rate: Int = 44100, channels: Int = 2) async throws {
        let voices = (0..<channels).map { "0.2*sin(2*PI*\(220 + 110 * $0)*t)+0.1*random(\($0))*sin(PI*t/3)" }
        try await TinyAudio.ffmpeg(
            [
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
                "aevalsrc=\(voices.joined(separator: "|")):s=\(rate):d=30",
            ] + options + [path])
    }

    @Test(
        "has the duration, rate and channels that ffprobe finds",
        arguments: [(44100, 2), (48000, 1), (22050, 2), (8000, 1), (44100, 3), (48000, 6)])
    func facts(rate: Int, channels: Int) async throws {
        let folder = try TestFolder()
        try await Self.make(folder.file("a.aac"), rate: rate, channels: channels)
        let file = try await WorkerFixture.withPool { try await $0.read(.of("a.aac"), in: folder.root) }
        let probed = try await TinyAudio.probe(folder.file("a.aac"))
        #expect(probed > 29)
        #expect(abs(Double(file.audio.durationMilliseconds) / 1000 - probed) < probed * 0.02)
        #expect(abs(file.audio.durationMilliseconds - 30_000) < 300)
        #expect(file.audio.sampleRate == rate)
        #expect(file.audio.channels == channels)
        #expect(file.audio.mediaType == "audio/aac")
        let size = try folder.bytes(of: "a.aac").count
        #expect(abs(file.audio.bitrate - size * 8 / 30_000) <= 2)
    }

    @Test("has its tags before or after the audio, and they do not count as audio")
    func tags() async throws {
        let folder = try TestFolder()
        try await Self.make(folder.file("bare.aac"))
        let sound = try folder.bytes(of: "bare.aac")
        for (name, option) in [("front.aac", "-write_id3v2"), ("back.aac", "-write_apetag")] {
            try await TinyAudio.ffmpeg([
                "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-i", folder.file("bare.aac"), "-c", "copy",
                "-metadata", "title=Raw", "-metadata", "artist=Ada", option, "1", "-f", "adts", folder.file(name),
            ])
        }
        var old = Array("TAGOld title".utf8)
        old += [UInt8](repeating: 0, count: 128 - old.count)
        try folder.write(sound + old, to: "old.aac")
        try folder.write(try folder.bytes(of: "back.aac") + old, to: "both.aac")
        let expected = [("front.aac", "Raw"), ("back.aac", "Raw"), ("old.aac", "Old title"), ("both.aac", "Raw")]
        try await WorkerFixture.withPool { pool in
            let bare = try await pool.read(.of("bare.aac"), in: folder.root)
            #expect(bare.tags.title == nil)
            for (name, title) in expected {
                let file = try await pool.read(.of(name), in: folder.root)
                #expect(file.tags.title == title, "\(name)")
                if title == "Raw" { #expect(file.tags.artists == ["Ada"]) }
                #expect(file.audio == bare.audio, "\(name)")
            }
        }
    }

    @Test("recorded from a broadcast may start and end within a frame, and have gaps")
    func fragments() async throws {
        let folder = try TestFolder()
        try await Self.make(folder.file("a.aac"))
        let whole = try folder.bytes(of: "a.aac")
        try folder.write(Array(whole.dropFirst(100).dropLast(50)), to: "midway.aac")
        let third = whole.count / 3
        let junk = [UInt8](repeating: 0x55, count: 5000)
        try folder.write(Array(whole[..<third]) + junk + Array(whole[(third * 2)...]), to: "gap.aac")
        try await WorkerFixture.withPool { pool in
            let midway = try await pool.read(.of("midway.aac"), in: folder.root).audio
            #expect((29_500...30_100).contains(midway.durationMilliseconds))
            #expect(midway.codec == "aac")
            let gap = try await pool.read(.of("gap.aac"), in: folder.root).audio
            #expect((18_000...22_000).contains(gap.durationMilliseconds))
        }
    }

    @Test("longer than the examined part has an extrapolated duration, in little time")
    func long() async throws {
        let folder = try TestFolder()
        try await Self.make(folder.file("a.aac"))
        let once = try folder.bytes(of: "a.aac")
        let times = (70 << 20) / once.count + 1
        try Self.write(once, times: times, to: "long.aac", in: folder)
        try await WorkerFixture.withPool { pool in
            let single = try await pool.read(.of("a.aac"), in: folder.root).audio
            let long = try await pool.read(.of("long.aac"), in: folder.root).audio
            let expected = Double(single.durationMilliseconds) * Double(times)
            #expect(abs(Double(long.durationMilliseconds) - expected) < expected * 0.01)
        }
    }

    @Test("of the smallest frames, or of sync words only, is abandoned soon")
    func hostile() async throws {
        let folder = try TestFolder()
        // A frame of eight bytes: sync word, 44.1 kHz, two channels, one byte of audio.
        let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0]
        let frames = Array(repeatElement(frame, count: 8192).joined())
        try Self.write(frames, times: 528, to: "small.aac", in: folder)
        try folder.write(frames + [UInt8](repeating: 0xFF, count: 4 << 20), to: "sync.aac")
        let gaps = Array(repeatElement(frame + frame + frame + frame + [0], count: 1024).joined())
        try Self.write(gaps, times: 300, to: "gaps.aac", in: folder)
        try await WorkerFixture.withPool { pool in
            for name in ["small.aac", "sync.aac", "gaps.aac"] {
                // The reader must stop by itself, before the worker's `timeout`.
                let reason = try await pool.reason(name, in: folder)
                #expect(reason != .crashed && reason != .timeout, "\(name)")
            }
        }
    }

    private static func write(_ bytes: [UInt8], times: Int, to name: String, in folder: TestFolder) throws {
        try folder.write([], to: name)
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file(name)))
        for _ in 0..<times { try file.write(contentsOf: bytes) }
        try file.close()
    }
}
