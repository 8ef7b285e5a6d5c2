import Foundation
import Support
import Testing

@Suite("Lyrics from another Rondo", .timeLimit(.minutes(10))) struct OtherRondoLyricsTests {
    @Test(
        "one server's words reach another over TLS by a device key, in both shapes",
        arguments: ["lrclib", "musixmatch"])
    func provided(kind: String) async throws {
        let folder = try TemporaryFolder()
        let album = folder.path + "/music/Noise/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let words = "[00:00.50]Noise of the sea\n[00:01.50]Noise of the wind\n"
        try Data(words.utf8).write(to: URL(fileURLWithPath: album + "/00 Song.lrc"))
        let tags = [("TIT2", "Sea noise"), ("TPE1", "Waves"), ("TALB", "Shore")]
        try Data(TaggedWAV.file(tags, seed: 5, frames: 200_000)).write(
            to: URL(fileURLWithPath: album + "/00 Song.wav"))
        let other = try await Gateway(arguments: [], frames: 1000, in: folder)
        let key = try await other.deviceKey(of: "ada")

        let home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/music/Noise/Album", withIntermediateDirectories: true)
        try Data(TaggedWAV.file(tags, seed: 6, frames: 200_000)).write(
            to: URL(fileURLWithPath: home.path + "/music/Noise/Album/00 Song.wav"))
        let gateway = try await Gateway(
            arguments: ["--link-authority", other.server.authority], frames: 1000, in: home)
        let settings = try await gateway.request(
            "PATCH", "/api/v1/settings",
            json: #"{"linkNetworks":["127.0.0.1:\#(other.server.port)","[::1]:\#(other.server.port)"]}"#)
        try #require(settings.status == 200, "\(settings.text)")
        let url = "https://localhost:\(other.server.port)/\(kind)"
        let made = try await gateway.request(
            "POST", "/api/v1/lyrics/providers",
            json: #"{"kind":"\#(kind)","name":"friends","url":"\#(url)","key":"\#(key)","enabled":true}"#)
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        let tested = try await gateway.request("POST", "/api/v1/lyrics/providers/\(id)/test")
        #expect(tested.json?["answers"] as? Bool == true, "\(tested.text)")

        let tracks = try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let track = try #require(tracks?.first { $0["title"] as? String == "Sea noise" }?["id"] as? String)
        let state = try await waitFor("the lookup ends") {
            let reply = try await gateway.request("POST", "/api/v1/tracks/\(track)/lyrics/lookup")
            let state = try #require(reply.json?["state"] as? String, "\(reply.text)")
            return state == "running" ? nil : state
        }
        #expect(state == "found")
        let found = try await gateway.request("GET", "/api/v1/tracks/\(track)/lyrics")
        let first = try #require((found.json?["items"] as? [[String: Any]])?.first, "\(found.text)")
        #expect(first["synced"] as? Bool == true && first["source"] as? String == "provider")
        let lines = (first["lines"] as? [[String: Any]])?.map { $0["text"] as? String }
        #expect(lines == ["Noise of the sea", "Noise of the wind"])
        // The key of a stranger opens nothing, and the admin is told so.
        _ = try await gateway.request("PATCH", "/api/v1/lyrics/providers/\(id)", json: #"{"key":"WRONG-KEY"}"#)
        let wrong = try await gateway.request("POST", "/api/v1/lyrics/providers/\(id)/test")
        #expect(wrong.json?["failure"] as? String == "key", "\(wrong.text)")
    }
}
