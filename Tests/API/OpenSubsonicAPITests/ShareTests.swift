import Accounts
import Foundation
import HTTPTypes
import Primitives
import RouterSupport
import Testing

@Suite("Shares, stations and avatars of remote clients") struct ShareTests {
    @Test("shares link to a page of this server, and belong to their owner") func shares() async throws {
        let rest = try await RestFixture()
        let album = try await rest.album("Pastel Blues")
        let made = try await rest.json(
            "createShare", [("id", album), ("description", "Listen"), ("expires", "0")], as: .bo)
        let share = try #require((made["shares"] as? [String: [[String: Any]]])?["share"]?.first)
        let id = try #require(share["id"] as? String)
        #expect((share["url"] as? String)?.hasPrefix("https://localhost/share/") == true)
        #expect(
            (share["entry"] as? [Any])?.count == 2 && share["expires"] == nil && share["username"] as? String == "bo")
        #expect(try await rest.get("updateShare", [("id", id), ("description", "")], as: .bo).errorCode == nil)
        #expect(try await rest.get("deleteShare", [("id", id)]).errorCode == 70)
        #expect(try await rest.get("deleteShare", [("id", id)], as: .bo).errorCode == nil)
        #expect(try await rest.get("createShare", as: .bo).errorCode == 10)
        #expect(try await rest.get("createShare", [("id", "ar-x")], as: .bo).errorCode == 70)
    }

    @Test("a key without the streaming scope creates no share and extends none")
    func silentKey() async throws {
        let rest = try await RestFixture()
        let user = try await rest.principal(.bo).user
        let album = try await rest.album("Pastel Blues")
        let made = try await rest.json("createShare", [("id", album)], as: .bo)
        let share = try #require((made["shares"] as? [String: [[String: Any]]])?["share"]?.first?["id"] as? String)
        for scopes: Set<DeviceKeyScope> in [[.read, .write], [.write, .stream]] {
            let key = try await rest.deviceKeys.create(
                DeviceKeyDraft(label: "silent", scopes: scopes), for: user, as: .commandLine
            ).text
            for (endpoint, parameters) in [
                ("createShare", [("id", album)]), ("updateShare", [("id", share), ("expires", "0")]),
            ] {
                let reply = try await rest.get(endpoint, [("apiKey", key)] + parameters, as: nil)
                #expect(reply.errorCode == 50, "\(endpoint): \(reply.text)")
            }
            let renamed = [("apiKey", key), ("id", share), ("description", "Mine")]
            #expect(try await rest.get("updateShare", renamed, as: nil).errorCode == nil)
        }
    }

    @Test("stations are changed with an administering key, and visible to everyone") func radio() async throws {
        let rest = try await RestFixture()
        let station = [("name", "Radio"), ("streamUrl", "https://radio.example/live")]
        #expect(try await rest.get("createInternetRadioStation", station, as: .bo).errorCode == 50)
        #expect(try await rest.get("createInternetRadioStation", station).errorCode == nil)
        let listed = try await rest.json("getInternetRadioStations", as: .bo)
        let found = (listed["internetRadioStations"] as? [String: [[String: Any]]])?["internetRadioStation"]
        let id = try #require(found?.first?["id"] as? String)
        let renamed = [("id", id), ("name", "Other"), ("streamUrl", "https://radio.example/live")]
        #expect(try await rest.get("updateInternetRadioStation", renamed).errorCode == nil)
        #expect(try await rest.get("getInternetRadioStations", as: .bo).text.contains("\"name\":\"Other\""))
        #expect(try await rest.get("deleteInternetRadioStation", [("id", id)]).errorCode == nil)
        #expect(
            try await rest.get("createInternetRadioStation", [("name", "x"), ("streamUrl", "file:///etc")]).errorCode
                == 10)
    }

    @Test("a placeholder is drawn for users without a picture") func avatar() async throws {
        let rest = try await RestFixture()
        let picture = try await rest.get("getAvatar", [("username", "ada")], as: .bo)
        #expect(picture.status == .ok && picture.headers[.contentType] == "image/jpeg")
        #expect(try await rest.get("getAvatar", [("username", "nobody")], as: .bo).errorCode == 70)
    }
}
