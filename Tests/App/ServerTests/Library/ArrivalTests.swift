import Foundation
import Support
import Testing

@Suite("Music that is added while the server runs", .timeLimit(.minutes(10))) struct ArrivalTests {
    private func wait(for tracks: Int, _ gateway: MusicServer) async throws {
        try await waitUntil("there are \(tracks) tracks") {
            let reply = try await gateway.request("GET", "/api/v1/tracks")
            return (reply.json?["items"] as? [Any])?.count == tracks
        }
    }

    @Test("an album copied into the music folder appears without a requested scan")
    func watch() async throws {
        let gateway = try await MusicServer()
        let album = gateway.folder + "/music/Someone/Dropped"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        for number in 1...3 {
            try Data(WAVFile.noise(frames: 1000, seed: UInt64(number)))
                .write(to: URL(fileURLWithPath: album + "/\(number).wav"))
        }
        try await wait(for: 4, gateway)
    }

    @Test("a library added by a command while the server runs is scanned without a request")
    func addition() async throws {
        let gateway = try await MusicServer()
        let there = gateway.folder
        try FileManager.default.createDirectory(atPath: there + "/more", withIntermediateDirectories: true)
        try Data(WAVFile.noise(frames: 1000, seed: 2)).write(to: URL(fileURLWithPath: there + "/more/2.wav"))
        let added = try await gateway.command(["library", "add", there + "/more", "--name", "More"])
        try #require(added.status == 0, "\(added.error)")
        try await wait(for: 2, gateway)
    }
}
