import Catalog
import Foundation
import Primitives
import Shelf
import Testing

@Suite("Folders in place of albums and artists") struct FolderTests {
    @Test("a folder with one album is that album, with one artist that artist, others are not found")
    func folders() async throws {
        let rest = try await RestFixture()
        let folder = try await rest.folder("Nina Simone", "Pastel Blues")
        let (album, artist) = (try await rest.album("Pastel Blues"), try await rest.folder("Nina Simone"))
        #expect(try await rest.get("star", [("id", folder)]).errorCode == nil)
        let starred = (try await rest.json("getStarred2")["starred2"] as? [String: Any])
        #expect((starred?["album"] as? [[String: Any]])?.map { $0["id"] as? String } == [album])
        #expect(try await rest.get("setRating", [("id", folder), ("rating", "4")]).errorCode == nil)
        let directory = try await rest.json("getMusicDirectory", [("id", artist)])["directory"] as? [String: Any]
        let children = try #require(directory?["child"] as? [[String: Any]])
        let child = try #require(children.first { $0["id"] as? String == folder })
        #expect(child["albumId"] as? String == album && child["artist"] as? String == "Nina Simone")
        #expect(child["parent"] as? String == artist && child["isDir"] as? Bool == true)
        #expect(child["year"] is Int && child["starred"] is String && child["userRating"] as? Int == 4)
        #expect(try await rest.get("unstar", [("id", folder)]).errorCode == nil)
        for endpoint in ["getAlbumInfo", "getSimilarSongs", "getArtistInfo", "createShare"] {
            #expect(try await rest.get(endpoint, [("id", folder)]).errorCode == nil, "\(endpoint)")
        }
        #expect(try await rest.get("getArtistInfo", [("id", artist)]).errorCode == nil)
        for (endpoint, parameters) in [("star", []), ("setRating", [("rating", "3")]), ("getArtistInfo", [])] {
            let top = try await rest.folder()
            #expect(try await rest.get(endpoint, [("id", top)] + parameters).errorCode == 70, "\(endpoint)")
        }
    }

    @Test("removing a rating is refused while a written review depends on it") func review() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        let (ada, subject) = (try await rest.principal(.ada), AnnotationSubject.track(ID(String(song.dropFirst(3)))))
        let review = try ReviewText("Ten minutes that are too short", field: "review")
        try await rest.annotations.rate(
            subject, RatingChange(try #require(Rating(halves: 9)), review: .write(try #require(review))), as: ada,
            from: "test")
        #expect(try await rest.get("setRating", [("id", song), ("rating", "0")]).errorCode == 0)
        #expect(try await rest.annotations.annotation(of: subject, as: ada).review == review?.text)
        #expect(try await rest.get("setRating", [("id", song), ("rating", "5")]).errorCode == nil)
        #expect(try await rest.annotations.annotation(of: subject, as: ada).review == review?.text)
        let other = try await rest.song("Loose end")
        for rating in ["2", "0"] {
            #expect(try await rest.get("setRating", [("id", other), ("rating", rating)]).errorCode == nil)
        }
    }
}
