import Catalog
import Foundation
@testable import Portability
import Primitives
import Testing

/// Files of streaming services, in the forms in which users get them.
@Suite("Files of music services") struct ServiceFileTests {
    private func read(_ text: String, named name: String = "Road_trip.csv") throws -> BroughtLists? {
        var service = ServiceReading()
        return try service.read(Array(text.utf8), named: name)
    }

    private func songs(_ lists: BroughtLists?) -> [(playlist: String, track: NamedTrack)] {
        (lists?.items ?? []).compactMap { item in
            guard case .broughtSong(let playlist, let track, _) = item else { return nil }
            return (playlist, track)
        }
    }

    @Test(
        "Exportify: its old and new columns",
        arguments: [
            "Track URI,Track Name,Artist URI(s),Artist Name(s),Album URI,Album Name,Track Duration (ms),ISRC,Added By,Added At",
            "\u{feff}\"Spotify URI\",\"Track Name\",\"x\",\"Artist Name(s)\",\"y\",\"Album Name\",\"Duration (ms)\",\"ISRC\",\"z\",\"Added At\"",
        ])
    func exportify(head: String) throws {
        let row =
            "spotify:track:1,\"Say \"\"Hi\"\",\nto all\",a,\"Low, Björk\",b,Hey What,201000,GBAYE0601498,c,2024-01-02T03:04:05Z"
        let lists = try read(head + "\r\n" + row + "\r\n,,,,,,,,,\n")
        let song = try #require(songs(lists).first)
        #expect(lists?.source == .spotify && lists?.unreadable == 1 && lists?.items.count == 2)
        #expect(song.playlist == "Road trip")
        #expect(
            song.track
                == NamedTrack(
                    isrc: "GBAYE0601498", title: "Say \"Hi\",\nto all", artist: "Low, Björk", album: "Hey What",
                    durationMilliseconds: 201_000))
    }

    @Test("converters: semicolons, tabs, UTF-16, several playlists, favorites")
    func converters() throws {
        let soundiiz = try read("title;artist;album;isrc\nDays;Low;Hey What;\n")
        #expect(soundiiz?.source == .songList && songs(soundiiz).map(\.track.artist) == ["Low"])
        let text =
            "Track name\tArtist name\tAlbum\tPlaylist name\tType\tISRC\nDays\tLow\tx\tOne\tPlaylist\t\nMore\tLow\tx\tTwo\tPlaylist\t\nLike\tLow\tx\t\tFavorite\t\n"
        var service = ServiceReading()
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(ServiceReading.isSongList(bytes))
        let lists = try service.read(bytes, named: "x.csv")
        #expect(songs(lists).map(\.playlist) == ["One", "Two"])
        #expect(lists?.items.contains { if case .trackLike = $0 { true } else { false } } == true)
        #expect(songs(try read("title,artist,length\nDays,Low,3:21\n")).map(\.track.durationMilliseconds) == [201_000])
    }

    @Test("Spotify's account data: playlists, saved songs, albums and artists")
    func account() throws {
        let playlists = """
            {"playlists":[{"name":"Morning","lastModifiedDate":"2024-01-01","items":[
              {"track":{"trackName":"Days","artistName":"Low","albumName":"Hey What","trackUri":"spotify:track:1"},
               "episode":null,"localTrack":null,"addedDate":"2024-01-01"},
              {"track":null,"episode":{"episodeName":"Talk"},"localTrack":null},
              {"track":{"artistName":"Low"},"episode":null}]},{"items":[]}]}
            """
        let lists = try read(playlists, named: "Playlist1.json")
        #expect(songs(lists).map(\.track.title) == ["Days"] && lists?.unreadable == 2)
        #expect(lists?.items.first == .broughtPlaylist(name: "Morning"))
        let library =
            #"{"tracks":[{"artist":"Low","album":"x","track":"Days","uri":"y"}],"albums":[{"artist":"Low","album":"Hey What"}],"artists":[{"name":"Low"}],"bannedTracks":[]}"#
        #expect(try read(library)?.items.map(\.kind) == [.likes, .likes, .likes])
        #expect(try read(#"{"userName":"x"}"#) == nil)
    }

    private static func library(_ playlists: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>Major Version</key><integer>1</integer>
        <key>Tracks</key><dict>
          <key>10</key><dict><key>Track ID</key><integer>10</integer><key>Name</key><string>Days &amp; More</string>
            <key>Artist</key><string>Low</string><key>Album</key><string>Hey What</string>
            <key>Total Time</key><integer>201000</integer><key>Loved</key><true/><key>Rating</key><integer>80</integer></dict>
          <key>11</key><dict><key>Name</key><string>Film</string><key>Movie</key><true/></dict>
        </dict>
        <key>Playlists</key><array>\(playlists)</array></dict></plist>
        """
    }

    @Test("Apple Music: own playlists, loved and rated songs, without films and built-in lists")
    func apple() throws {
        let items =
            "<key>Playlist Items</key><array><dict><key>Track ID</key><integer>10</integer></dict><dict><key>Track ID</key><integer>11</integer></dict></array>"
        let lists = try read(
            Self.library(
                "<dict><key>Master</key><true/><key>Name</key><string>Library</string>\(items)</dict>"
                    + "<dict><key>Distinguished Kind</key><integer>4</integer><key>Name</key><string>Music</string>\(items)</dict>"
                    + "<dict><key>Name</key><string>Mine</string><key>Smart Info</key><data>AQ==</data>\(items)</dict>")
        )
        #expect(lists?.source == .appleMusic && songs(lists).map(\.playlist) == ["Mine"])
        #expect(
            songs(lists).first?.track.title == "Days & More"
                && songs(lists).first?.track.durationMilliseconds == 201_000)
        #expect(lists?.items.map(\.kind) == [.likes, .ratings, .playlists, .playlistEntries])
    }

    @Test("Apple Music: playlist folders, in any order and nested, are no playlists")
    func folders() throws {
        func list(_ name: String, _ id: String, in parent: String? = nil, isFolder: Bool = false) -> String {
            "<dict><key>Name</key><string>\(name)</string><key>Playlist Persistent ID</key><string>\(id)</string>"
                + (parent.map { "<key>Parent Persistent ID</key><string>\($0)</string>" } ?? "")
                + (isFolder ? "<key>Folder</key><true/>" : "")
                + "<key>Playlist Items</key><array><dict><key>Track ID</key><integer>10</integer></dict></array></dict>"
        }
        let lists = try read(
            Self.library(
                list(" Slow ", "A1", in: "B2") + list("Evening", "B2", in: "C3", isFolder: true)
                    + list("All", "C3", isFolder: true) + list("Top", "A2") + list("Lost", "A3", in: "D4")))
        #expect(songs(lists).map(\.playlist) == ["Slow", "Top", "Lost"])
        let folders = lists?.items.suffix(3)
        #expect(folders?.map(\.label) == ["All", "All / Evening", "Slow"])
        let path = [ImportedPlaylistFolder(id: "C3", name: "All"), ImportedPlaylistFolder(id: "B2", name: "Evening")]
        let place = ImportedPlaylistPlace(playlist: "Slow", name: "Slow", isOwn: true, path: path)
        #expect(folders?.last == .playlistPlace(place))
    }

    @Test("YouTube Music: songs and playlists in any language and order") func youtube() throws {
        var service = ServiceReading()
        let playlist =
            "Identyfikator filmu,Sygnatura czasowa\nAAAAAAAAAAA,2024-01-02T03:04:05+00:00\nBBBBBBBBBBB,2024-01-02T03:04:05+00:00\n"
        #expect(try service.read(Array(playlist.utf8), named: "Takeout/x/Lato-filmy.csv")?.items.isEmpty == true)
        let songs =
            "Identyfikator filmu,Tytuł utworu,Tytuł albumu,Wykonawca 1,Wykonawca 2\nAAAAAAAAAAA,Days,Hey What,Low,Björk\n"
        #expect(try service.read(Array(songs.utf8), named: "y.csv")?.items.map(\.kind) == [.likes])
        let ended = service.end()
        let rest = try #require(ended)
        #expect(self.songs(rest).map(\.playlist) == ["Lato"] && self.songs(rest).map(\.track.artist) == ["Low, Björk"])
        #expect(rest.unreadable == 1)
    }

    @Test("JSON that would take much memory is refused, and other lists are skipped") func large() throws {
        let spaces = String(repeating: " ", count: ServiceReading.longestJSON)
        let error = #expect(throws: DomainError.self) { try read("{\(spaces)\"playlists\":[]}") }
        #expect(error?.reason == "import_too_large")
        #expect(try read("[\(spaces)") == nil)
    }

    @Test("Last.fm: loved tracks") func loved() throws {
        let text =
            #"{"lovedtracks":{"track":[{"name":"Days","mbid":"","artist":{"name":"Low"},"date":{"uts":"1700000000"}}]}}"#
        let track = NamedTrack(title: "Days", artist: "Low")
        #expect(try read(text)?.items == [.trackLike(track, at: Timestamp(milliseconds: 1_700_000_000_000))])
    }

    @Test(
        "damaged, hostile and other files are refused",
        arguments: [
            "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist><dict/></plist>",
            "<plist><dict><key>Tracks</key><dict>",
            "<plist><dict><key>Tracks</key><dict><key>&b;</key></dict></dict></plist>",
            "<plist>" + String(repeating: "<dict>", count: 100), "{\"playlists\":[",
            "title,artist\n" + String(repeating: "x", count: 70_000),
        ])
    func hostile(text: String) {
        #expect(throws: DomainError.self) { try read(text) }
    }

    @Test(
        "a file of another kind is not recognized as any of these",
        arguments: ["", "<html></html>", "[1,2]", "a,b\nc,d\n", "<plist><dict><key>x</key><dict/></dict></plist>"])
    func others(text: String) throws {
        #expect(try read(text) == nil)
    }
}
