import Primitives

/// XSPF, version 1: the elements that name, time and identify tracks. All others are ignored.
enum XSPFFile {
    static func document(from bytes: [UInt8]) throws(DomainError) -> PlaylistDocument {
        var reader = XMLReader(bytes)
        return try document { () throws(DomainError) in
            do throws(XMLReader.Fault) { return try reader.next() } catch { throw PlaylistFormat.damaged(error.reason) }
        }
    }

    private static func document(
        _ next: () throws(DomainError) -> XMLReader.Event?
    ) throws(DomainError) -> PlaylistDocument {
        var document = PlaylistDocument()
        var track = PlaylistDocument.Track()
        var path: [String] = []
        var text = ""
        var isPlaylist = false
        while let event = try next() {
            switch event {
            case .start(let name):
                path.append(name)
                text = ""
                if path == ["playlist"] { isPlaylist = true }
                if path == ["playlist", "trackList", "track"] { track = PlaylistDocument.Track() }
            case .text(let part): text += part
            case .end:
                let value = PlainText.line(text)
                switch path {
                case ["playlist", "title"]: document.title = value
                case ["playlist", "annotation"]: document.description = PlainText.lines(text)
                case ["playlist", "trackList", "track"]:
                    document.tracks.append(track)
                    guard document.tracks.count <= PlaylistRules.longest else { throw .playlistFull }
                default:
                    if path.count == 4, path.starts(with: ["playlist", "trackList", "track"]) {
                        read(path[3], value, into: &track)
                    }
                }
                path.removeLast()
                text = ""
            }
        }
        guard isPlaylist else { throw PlaylistFormat.damaged("there is no playlist in it") }
        return document
    }

    private static func read(_ name: String, _ value: String, into track: inout PlaylistDocument.Track) {
        guard !value.isEmpty else { return }
        switch name {
        case "location": if track.location == nil { track.location = TrackIdentifiers.location(value) }
        case "identifier": TrackIdentifiers.read(value, into: &track)
        case "title": track.title = value
        case "creator": track.artist = value
        case "album": track.album = value
        case "duration": track.durationMilliseconds = Int64(value).flatMap { (0...86_400_000).contains($0) ? $0 : nil }
        default: break
        }
    }

    static func text(of document: PlaylistDocument) -> String {
        var xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">

            """
        func element(_ name: String, _ value: String?, indent: String) {
            guard let value, !value.isEmpty else { return }
            xml += "\(indent)<\(name)>\(value.escapedForXML)</\(name)>\n"
        }
        element("title", document.title, indent: "  ")
        element("annotation", document.description, indent: "  ")
        xml += "  <trackList>\n"
        for track in document.tracks {
            xml += "    <track>\n"
            element("location", track.location.map(TrackIdentifiers.address), indent: "      ")
            for identifier in TrackIdentifiers.all(of: track) { element("identifier", identifier, indent: "      ") }
            element("title", track.title, indent: "      ")
            element("creator", track.artist, indent: "      ")
            element("album", track.album, indent: "      ")
            element("duration", track.durationMilliseconds.map(String.init), indent: "      ")
            xml += "    </track>\n"
        }
        return xml + "  </trackList>\n</playlist>\n"
    }
}
