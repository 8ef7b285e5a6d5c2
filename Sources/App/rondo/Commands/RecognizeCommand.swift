import ArgumentParser
import Catalog
import Foundation
import HTTPSupport
import Primitives
import Recognition
import SystemPackage

/// `rondo recognize`: tells which song a recording is of.
struct RecognizeCommand: InstanceCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognize", abstract: "Tell which song a recording is of.",
        discussion: "It finds what the running server has analyzed so far.")

    @OptionGroup var instance: InstanceOptions
    @Argument(help: "A recording; its first twenty seconds are heard.") var file: String

    func run(_ rondo: Features) async throws {
        let index = try await SoundFeature.index(rondo.instance, isReadOnly: true)
        let recognition = await SoundFeature.recognition(rondo.instance, index)
        let found = try await recognition.recognize(
            FilePieces(path: file), as: Instance.operatorPrincipal, isRecorded: false)
        let songs = found.songs
        let tracks = try await rondo.catalog.catalog.items(
            for: songs.map(\.track), as: Instance.operatorPrincipal)
        let items = Dictionary(tracks.map { ($0.id, $0) }) { first, _ in first }
        instance.json ? show(found, songs, items) : say(found, songs, items)
    }

    private func show(_ found: Recognition, _ songs: [RecognizedSong], _ items: [ID<Track>: TrackItem]) {
        Output.json { json in
            json.field("outcome", found.match == nil ? "unmatched" : "matched")
            json.field("title", songs.first.flatMap { items[$0.track]?.title })
            json.objects("matches", songs.filter { items[$0.track] != nil }) { json, song in
                json.field("id", song.track.rawValue)
                json.field("title", items[song.track]?.title)
                json.field("artist", items[song.track]?.artists.map(\.name).joined(separator: ", "))
                json.field("album", items[song.track]?.albumName)
                json.field("positionMs", song.position.wholeMilliseconds)
                json.field("score", song.score)
                json.field("confidence", song.confidence)
            }
            json.field("heardMs", found.heard.wholeMilliseconds)
            json.field("analyzed", found.coverage.analyzed)
            json.field("total", found.coverage.total)
        }
    }

    private func say(_ found: Recognition, _ songs: [RecognizedSong], _ items: [ID<Track>: TrackItem]) {
        for song in songs {
            guard let item = items[song.track] else { continue }
            let seconds = song.position.wholeMilliseconds / 1000
            let artists = item.artists.map(\.name).joined(separator: ", ")
            let place = String(format: "%d:%02d", seconds / 60, seconds % 60)
            Output.line("\(artists) – \(item.title) (\(item.albumName)), at \(place), \(Int(song.confidence * 100)) %")
        }
        guard songs.isEmpty else { return }
        Output.line("No song matched.")
        guard found.coverage.analyzed < found.coverage.total else { return }
        Output.line("\(found.coverage.analyzed) of \(found.coverage.total) tracks are analyzed.")
    }
}

/// A file's bytes in pieces.
private struct FilePieces: AsyncSequence, Sendable {
    let path: String

    struct AsyncIterator: AsyncIteratorProtocol {
        let path: String
        var file: FileDescriptor?

        mutating func next() async throws -> [UInt8]? {
            do {
                let file = try file ?? FileDescriptor.open(path, .readOnly)
                self.file = file
                let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                guard piece.isEmpty else { return piece }
                try file.close()
                return nil
            } catch let error as Errno {
                throw DomainError(.notFound, "\(path) cannot be read: \(error)")
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(path: path) }
}
