import Foundation
import Subprocess
import SystemPackage

/// A small library to try Rondo with when there is no music yet: two albums, composed, played and painted by this
/// program.
package struct DemoLibrary: Sendable {
    /// Says, inside the folder, that it is complete, and what it is.
    private static let note = "README.txt"

    package init() {}

    /// Makes the library at `folder`, which must not exist or already be such a library; its parent is made too.
    ///
    /// Everything is written to a folder beside it that is renamed at the end, so that `folder` is whole or not there.
    /// Without ffmpeg the pieces are WAV files without covers, and the note says so.
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
            // Another process may have been faster, with the same result.
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
                try Data(WaveFile.bytes(of: DemoSynthesizer(piece).samples())).write(to: sound)
                guard let encoder else { continue }
                try await encoder.encode(
                    sound, to: place.appending(path: "\(name).\(piece.format.fileExtension)"), piece: piece,
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
