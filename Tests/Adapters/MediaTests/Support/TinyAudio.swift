import Foundation
import Subprocess
import SystemPackage

/// Short sine tones, encoded by ffmpeg.
enum TinyAudio {
    /// A file name for each format whose tags Rondo reads and ffmpeg writes, with the codec's options.
    static let formats: [(name: String, options: [String], mediaType: String, codec: String)] = [
        ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "64k"], "audio/mpeg", "mp3"),
        ("a.flac", ["-c:a", "flac"], "audio/flac", "flac"),
        ("a.ogg", ["-c:a", "libvorbis"], "audio/ogg", "vorbis"),
        ("a.opus", ["-c:a", "libopus", "-b:a", "48k"], "audio/ogg", "opus"),
        ("a.spx", ["-c:a", "libspeex", "-ar", "16000"], "audio/ogg", "speex"),
        ("a.oga", ["-c:a", "flac", "-f", "ogg"], "audio/ogg", "flac"),
        ("aac.m4a", ["-c:a", "aac", "-b:a", "64k"], "audio/mp4", "aac"),
        ("alac.m4a", ["-c:a", "alac"], "audio/mp4", "alac"),
        ("a.aac", ["-c:a", "aac", "-b:a", "64k", "-write_id3v2", "1", "-f", "adts"], "audio/aac", "aac"),
        ("a.wav", ["-c:a", "pcm_s16le"], "audio/wav", "pcm"),
        ("a.aiff", ["-c:a", "pcm_s16be", "-write_id3v2", "1"], "audio/aiff", "pcm"),
        ("a.wma", ["-c:a", "wmav2", "-b:a", "64k"], "audio/x-ms-wma", "wma"),
        ("a.wv", ["-c:a", "wavpack"], "audio/x-wavpack", "wavpack"),
    ]

    static func options(for name: String) -> [String] {
        formats.first { $0.name == name }?.options ?? []
    }

    static func make(
        _ path: String, options: [String], seconds: Double = 1, tags: [(String, String)] = [], cover: String? = nil
    ) async throws {
        var arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi"]
        arguments += ["-i", "sine=frequency=440:sample_rate=44100:duration=\(seconds)"]
        if let cover {
            arguments += ["-i", cover, "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic"]
            arguments += ["-metadata:s:v", "comment=Cover (front)"]
        }
        arguments += options
        for (name, value) in tags { arguments += ["-metadata", "\(name)=\(value)"] }
        try await ffmpeg(arguments + [path])
    }

    static func picture(_ path: String, color: String = "orange") async throws {
        try await ffmpeg([
            "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=\(color):size=32x32",
            "-frames:v", "1", path,
        ])
    }

    /// The duration that ffprobe adds up packet by packet. Where no length is declared, its summary is only a guess.
    static func probe(_ path: String) async throws -> Double {
        let arguments = [
            "-v", "error", "-select_streams", "a", "-show_entries", "packet=duration_time", "-of", "csv=p=0", path,
        ]
        let result = try await run(
            .name("ffprobe"), arguments: Arguments(arguments), output: .string(limit: 4 << 20), error: .discarded)
        var seconds = 0.0
        for line in result.standardOutput.split(whereSeparator: \.isNewline) {
            seconds += Double(line.prefix { $0 != "," }) ?? 0
        }
        return seconds
    }

    static func ffmpeg(_ arguments: [String]) async throws {
        let result = try await run(
            .name("ffmpeg"), arguments: Arguments(arguments), output: .discarded, error: .string(limit: 64 * 1024))
        guard result.terminationStatus.isSuccess else {
            throw CocoaError(.executableLoad, userInfo: ["ffmpeg": result.standardError])
        }
    }
}
