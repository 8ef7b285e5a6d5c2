import Foundation
import Primitives

/// JSPF: XSPF's elements as JSON. `location` and `identifier` are lists in the specification and plain strings in
/// practice; both are read.
enum JSPFFile {
    static func document(from bytes: [UInt8]) throws(DomainError) -> PlaylistDocument {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch {
            throw PlaylistFormat.damaged("it is not JSPF")
        }
        let tracks = file.playlist.track ?? []
        guard tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        return PlaylistDocument(
            title: file.playlist.title, description: file.playlist.annotation.map(PlainText.lines),
            tracks: tracks.map(Self.track))
    }

    private static func track(_ entry: Entry) -> PlaylistDocument.Track {
        var track = PlaylistDocument.Track()
        track.location = entry.location?.values.first.map(TrackIdentifiers.location)
        for identifier in entry.identifier?.values ?? [] { TrackIdentifiers.read(identifier, into: &track) }
        track.title = entry.title.map(PlainText.line)
        track.artist = entry.creator.map(PlainText.line)
        track.album = entry.album.map(PlainText.line)
        track.durationMilliseconds = entry.duration.flatMap { (0...86_400_000).contains($0) ? Int64($0) : nil }
        return track
    }

    static func text(of document: PlaylistDocument) -> String {
        let tracks = document.tracks.map { track in
            Entry(
                location: track.location.map { Texts([TrackIdentifiers.address($0)]) },
                identifier: Texts(TrackIdentifiers.all(of: track)), title: track.title, creator: track.artist,
                album: track.album, duration: track.durationMilliseconds.map(Double.init))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = File(
            playlist: List(title: document.title, annotation: document.description, track: tracks))
        // Strings and whole numbers can always be encoded.
        return (try? encoder.encode(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private struct File: Codable {
        let playlist: List
    }

    private struct List: Codable {
        let title: String?
        let annotation: String?
        let track: [Entry]?
    }

    private struct Entry: Codable {
        let location: Texts?
        let identifier: Texts?
        let title: String?
        let creator: String?
        let album: String?
        let duration: Double?
    }

    private struct Texts: Codable {
        let values: [String]

        init(_ values: [String]) {
            self.values = values
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            values = try (try? container.decode(String.self)).map { [$0] } ?? container.decode([String].self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }
}
