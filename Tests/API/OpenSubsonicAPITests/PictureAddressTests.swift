import Accounts
import Foundation
import HTTPTypes
import Primitives
import RouterSupport
import Testing

@Suite("The address of a picture") struct PictureAddressTests {
    @Test("shows artists and albums to clients that load pictures without credentials") func shows() async throws {
        let rest = try await RestFixture()
        let (artist, album) = (try await rest.artist("Nina Simone"), try await rest.album("Pastel Blues"))
        var addresses: [String] = []
        for (endpoint, id) in [
            ("getArtistInfo", artist), ("getArtistInfo2", artist), ("getAlbumInfo", album), ("getAlbumInfo2", album),
        ] {
            let info = try #require(try await rest.json(endpoint, [("id", id)]).values.compactMap(Self.object).first)
            for size in ["small", "medium", "large"] {
                addresses.append(try #require(info["\(size)ImageUrl"] as? String, "\(endpoint): \(size)"))
            }
        }
        let shown = try #require(
            (try await rest.json("getArtist", [("id", artist)]))["artist"] as? [String: Any])
        addresses.append(try #require(shown["artistImageUrl"] as? String))
        for (endpoint, result) in [("search2", "searchResult2"), ("search3", "searchResult3")] {
            let found = try await rest.json(endpoint, [("query", "Nina Simone")])[result] as? [String: Any]
            let first = (found?["artist"] as? [[String: Any]])?.first { $0["id"] as? String == artist }
            addresses.append(try #require(first?["artistImageUrl"] as? String))
        }
        for address in addresses {
            #expect(address.hasPrefix("https://localhost"))
            let picture = try await rest.fetch(address)
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/jpeg", "\(address)")
        }
    }

    @Test("is absent where there is no picture") func none() async throws {
        let rest = try await RestFixture()
        let artist = try await rest.artist("Kora")
        let shown = (try await rest.json("getArtist", [("id", artist)]))["artist"] as? [String: Any]
        #expect(shown?["name"] as? String == "Kora" && shown?["artistImageUrl"] == nil)
    }

    @Test("opens only that picture, and expires with its key") func bounds() async throws {
        let rest = try await RestFixture()
        let user = try await rest.principal(.bo).user
        let artist = try await rest.artist("Nina Simone")
        let shown = (try await rest.json("getArtist", [("id", artist)], as: .bo))["artist"] as? [String: Any]
        let address = try #require(shown?["artistImageUrl"] as? String)
        #expect(try await rest.fetch(address).status == .ok)
        let other = try await rest.album("Pastel Blues")
        let last = try #require(address.last)
        for forged in [
            address.replacing(artist, with: other), address.replacing("getCoverArt", with: "getArtist"),
            address.replacing("getCoverArt", with: "download"), String(address.dropLast()),
            String(address.dropLast()) + (last == "A" ? "B" : "A"), address + "A", address + "&u=bo",
            address.replacing("proof=", with: "proof=x"), address.replacing("id=", with: "x="),
        ] {
            let reply = try await rest.fetch(forged + "&f=json")
            #expect([10, 40].contains(reply.errorCode), "\(forged): \(reply.text)")
        }
        try await rest.deviceKeys.revokeAll(of: user, as: .commandLine)
        #expect(try await rest.fetch(address + "&f=json").errorCode == 40)
    }

    @Test("shows only what its user may see") func rights() async throws {
        let rest = try await RestFixture()
        let artist = try await rest.artist("Nina Simone")
        let shown = (try await rest.json("getArtist", [("id", artist)], as: .bo))["artist"] as? [String: Any]
        let address = try #require(shown?["artistImageUrl"] as? String)
        _ = try await rest.users.edit(
            rest.principal(.bo).user, UserChange(libraries: .only([])), as: .commandLine)
        #expect(try await rest.fetch(address + "&f=json").errorCode == 70)
    }

    private static func object(_ value: Any) -> [String: Any]? { value as? [String: Any] }
}
