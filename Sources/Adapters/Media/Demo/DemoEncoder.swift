import Foundation
import Subprocess
import SystemPackage

/// Turns sound and pictures into files with ffmpeg.
struct DemoEncoder {
    private let program: FilePath

    /// Nil when there is no ffmpeg on the search path.
    static func find() async -> DemoEncoder? {
        guard let program = try? await Executable.name("ffmpeg").resolveExecutablePath(in: .inherit) else { return nil }
        return DemoEncoder(program: program)
    }

    func encode(_ sound: URL, to target: URL, piece: DemoPiece, number: Int, of album: DemoAlbum) async throws {
        let codec: [String] =
            switch piece.format {
            case .flac: ["-c:a", "flac"]
            case .opus: ["-c:a", "libopus", "-b:a", "96k"]
            case .mp3: ["-c:a", "libmp3lame", "-q:a", "4", "-id3v2_version", "4"]
            case .m4a: ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart"]
            }
        let tags = [
            ("title", piece.title), ("artist", DemoAlbum.artist), ("album", album.title),
            ("album_artist", DemoAlbum.artist),
            ("track", "\(number)/\(album.pieces.count)"), ("disc", "1/1"), ("date", album.date), ("genre", album.genre),
            ("composer", album.composer), ("comment", "Composed and played by Rondo."),
        ]
        try await run(
            ["-i", sound.path] + codec + tags.flatMap { ["-metadata", "\($0.0)=\($0.1)"] } + ["-bitexact", target.path])
    }

    func cover(_ picture: URL, to target: URL) async throws {
        try await run(["-i", picture.path, "-q:v", "3", "-frames:v", "1", target.path])
    }

    private func run(_ arguments: [String]) async throws {
        let result = try await Subprocess.run(
            .path(program), arguments: Arguments(["-nostdin", "-hide_banner", "-loglevel", "error"] + arguments),
            output: .discarded, error: .string(limit: 4096))
        guard result.terminationStatus.isSuccess else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSDebugDescriptionErrorKey: result.standardError])
        }
    }
}
