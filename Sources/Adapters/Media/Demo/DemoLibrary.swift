import Foundation

/// A small library for trying Rondo without any music: two albums, composed, played and painted by this program.
package struct DemoLibrary: Sendable {
    /// The name of the file that describes the library and marks it as complete.
    private static let note = "README.txt"

    package init() {}

    /// Makes the library at `folder`, which must not exist or must already be such a library. Its parent folder is made
    /// too.
    ///
    /// Everything is written to a folder beside it that is renamed at the end, so that `folder` is complete or absent.
    /// Without ffmpeg the tracks are WAV files without covers, and the note says so.
    package func make(at folder: String) async throws {
        let target = URL(filePath: folder)
        guard !FileManager.default.fileExists(atPath: folder) else {
            guard FileManager.default.fileExists(atPath: target.appending(path: Self.note).path) else {
                throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: folder])
            }
            return
        }
        let draft = target.deletingLastPathComponent()
            .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString).draft")
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
        do {
            try await fill(draft)
            try FileManager.default.moveItem(at: draft, to: target)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            // Another process may have finished first, with the same result.
            guard FileManager.default.fileExists(atPath: target.appending(path: Self.note).path) else { throw error }
        }
    }

    private func fill(_ folder: URL) async throws {
        let encoder = await DemoEncoder.find()
        for album in DemoAlbum.all {
            let place = folder.appending(path: DemoAlbum.artist).appending(path: album.title)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            if let encoder {
                let picture = place.appending(path: "cover.ppm")
                try Data(DemoCover(seed: album.seed, hues: album.hues).portablePixmap()).write(to: picture)
                try await encoder.cover(picture, to: place.appending(path: "cover.jpg"))
                try FileManager.default.removeItem(at: picture)
            }
            for (index, piece) in album.pieces.enumerated() {
                try Task.checkCancellation()
                let name = String(format: "%02d %@", index + 1, piece.title)
                let sound = place.appending(path: name + ".wav")
                try Data(WaveFile.bytes(of: DemoSynthesizer(piece: piece).samples())).write(to: sound)
                guard let encoder else { continue }
                try await encoder.encode(
                    sound, to: place.appending(path: "\(name).\(piece.format.rawValue)"), piece: piece,
                    number: index + 1, of: album)
                try FileManager.default.removeItem(at: sound)
            }
        }
        try Data(Self.text(isEncoded: encoder != nil).utf8).write(to: folder.appending(path: Self.note))
    }

    private static func text(isEncoded: Bool) -> String {
        let music =
            "This music was composed and played by Rondo itself, so that there is something to listen to.\n"
            + "Remove this folder once you have added music of your own.\n"
        return isEncoded
            ? music
            : music + "\nffmpeg was not found: the pieces are WAV files without tags and covers.\n"
                + "Install ffmpeg, remove this folder and start Rondo again for the full library.\n"
    }
}

/// An album of the demonstration library.
struct DemoAlbum: Sendable {
    static let artist = "Rondo Demo Ensemble"

    let title: String
    let date: String
    let genre: String
    let composer: String
    let seed: UInt64
    /// The colors of the cover, as hues from 0 to 1.
    let hues: [Double]
    let pieces: [DemoPiece]

    static let all = [
        DemoAlbum(
            title: "Morning Patterns", date: "2026-03-01", genre: "Ambient", composer: "Ada Rondo", seed: 11,
            hues: [0.55, 0.62, 0.09],
            pieces: [
                DemoPiece(
                    title: "First Light", format: .flac, tempo: 72, root: 57,
                    chords: [[0, 4, 7, 11], [9, 12, 16, 19], [5, 9, 12, 16], [7, 11, 14, 17]], seconds: 24),
                DemoPiece(
                    title: "Kettle Song", format: .opus, tempo: 96, root: 60,
                    chords: [[0, 4, 7], [5, 9, 12], [7, 11, 14], [0, 4, 7]], seconds: 20),
                DemoPiece(
                    title: "Window Seat", format: .mp3, tempo: 84, root: 55,
                    chords: [[0, 3, 7, 10], [8, 12, 15], [3, 7, 10], [10, 14, 17]], seconds: 26),
            ]),
        DemoAlbum(
            title: "Evening Rondo", date: "2026-09-21", genre: "Chamber", composer: "Grace Refrain", seed: 23,
            hues: [0.93, 0.78, 0.03],
            pieces: [
                DemoPiece(
                    title: "Refrain", format: .m4a, tempo: 108, root: 62,
                    chords: [[0, 4, 7], [9, 12, 16], [2, 5, 9], [7, 11, 14]], seconds: 20),
                DemoPiece(
                    title: "Lanterns", format: .flac, tempo: 66, root: 53,
                    chords: [[0, 4, 7, 14], [4, 7, 11], [5, 9, 12], [5, 8, 12]], seconds: 28),
                DemoPiece(
                    title: "Refrain, Once More", format: .opus, tempo: 120, root: 64,
                    chords: [[0, 4, 7], [9, 12, 16], [2, 5, 9], [7, 11, 14]], seconds: 22),
            ]),
    ]
}

/// One track: a round of chords, played as single notes.
struct DemoPiece: Sendable {
    /// Named by the extension of its files.
    enum Format: String, Sendable {
        case flac, opus, mp3, m4a
    }

    let title: String
    let format: Format
    /// Beats a minute.
    let tempo: Double
    /// The key, as a MIDI note.
    let root: Int
    /// Semitones above the key; one chord for each bar.
    let chords: [[Int]]
    let seconds: Double
}
