import Foundation
import Support
import Testing

/// Administration events on open streams, whichever process made the change.
@Suite("Administration events", .timeLimit(.minutes(10))) struct AdministrationEventTests {
    @Test("actions of admins, members and commands reach the console and the users concerned, and nobody else")
    func areas() async throws {
        let gateway = try await MusicServer()
        let bob = try await gateway.person("bob", role: "listener")
        let eve = try await gateway.person("eve", role: "moderator")
        func command(_ arguments: String...) async throws {
            let result = try await gateway.command(arguments, input: "seven quiet violas at dawn")
            try #require(result.status == 0, "\(result.error)")
        }
        /// Opens a new stream for each action, so that the stream has only this action's events or later ones.
        func admin(_ area: String, _ act: () async throws -> Void) async throws {
            let console = try await EventReader(gateway)
            try await act()
            // Areas are in alphabetical order, and the event may also name areas of earlier actions.
            try await console.read(until: "\"\(area)\"")
            #expect(console.text.contains("event: administration"))
            await console.close()
        }
        let (own, other) = (try await EventReader(gateway, as: bob), try await EventReader(gateway, as: eve))
        try await admin("users") { try await command("user", "add", "gran", "--role", "listener", "--password-stdin") }
        try await admin("invitations") { try await command("invite", "add", "--label", "Somebody") }
        try await admin("settings") { try await command("settings", "set", "--name", "Kapela") }
        try await admin("backups") {
            let reply = try await gateway.request("POST", "/api/v1/backups", json: #"{"withMusic":false}"#)
            #expect(reply.status == 202, "\(reply.text)")
        }
        var request = ""
        try await admin("requests") {
            let sent = try await gateway.request(
                "POST", "/api/v1/me/feature-requests", json: #"{"text":"A sleep timer"}"#, as: bob)
            request = try #require(sent.json?["id"] as? String, "\(sent.text)")
        }
        try await own.read(until: #"{"areas":["requests"]}"#)
        try await command("request", "answer", request, "--state", "done", "--text", "There it is")
        try await own.readOn(to: #"{"areas":["requests"]}"#)
        // The moderator receives no event before the next one that goes to everyone.
        try await command("plan", "add", "Small", "--streams", "1")
        try await own.readOn(to: #"{"areas":["plan"]}"#)
        try await other.read(until: #"{"areas":["plan"]}"#)
        try await command("plan", "give", "bob", "Small")
        try await own.readOn(to: #"{"areas":["plan"]}"#)
        try await command("plan", "edit", "Small", "--streams", "2")
        try await other.readOn(to: #"{"areas":["plan"]}"#)
        #expect(!other.text.contains("requests") && other.text.components(separatedBy: "event: account").count == 3)
        #expect(!(own.text + other.text).contains("event: administration"))
        await own.close()
        await other.close()
    }

    @Test("a returning client is told to reload every area that it may see")
    func comesBack() async throws {
        let gateway = try await MusicServer.shared.value
        let bob = try await gateway.person("comes-back", role: "listener")
        for (token, isAdmin) in [(gateway.token, true), (bob, false)] {
            let stream = try await EventReader(gateway, as: token, last: "99999999")
            try await stream.read(until: "event: nowPlaying")
            #expect(stream.text.contains(#"{"areas":["plan","requests","settings"]}"#))
            #expect(stream.text.contains("event: administration") == isAdmin, "\(stream.text)")
            await stream.close()
        }
    }
}
