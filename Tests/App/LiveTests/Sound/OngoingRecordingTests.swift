import Foundation
import Support
import Testing

extension FaultTests {
    @Suite("An ongoing recording", .serialized, .timeLimit(.minutes(10))) struct OngoingRecordingTests {
        /// A server that decodes one recording at a time, so that a slot that stays taken is noticed.
        private static let shared = Task { try await RecordingServer(["--recognitions", "1"]) }

        private enum Departure: CaseIterable {
            case connection, multiplexedConnection, stream
        }

        @Test("is answered before its end over HTTP/1.1, and then holds no slot")
        func early() async throws {
            let server = try await Self.shared.value
            let connection = try await server.begin(server.recording)
            let reply = try await connection.reply()
            try checkMatch(reply.status, reply.body)
            try await checkIsFree(server)
            await connection.close()
        }

        @Test("is answered before its end over HTTP/2, and then holds no slot")
        func earlyMultiplexed() async throws {
            let server = try await Self.shared.value
            let connection = try await server.beginHTTP2(server.recording)
            var body: [UInt8] = []
            while let frame = await connection.frame() {
                guard frame.stream == 1 else { continue }
                #expect(frame.kind != 3 && frame.kind != 7, "\(frame)")
                if frame.kind == 0 { body += frame.payload }
                if frame.kind <= 1, frame.flags & 1 != 0 { break }
            }
            try checkMatch(200, body)
            try await checkIsFree(server)
            await connection.close()
        }

        @Test("leaves no process and frees its slot when its client vanishes", arguments: Departure.allCases)
        private func vanished(departure: Departure) async throws {
            let server = try await Self.shared.value
            let beginning = server.recording.prefix(server.recording.count / 6)
            let connection =
                departure == .connection ? try await server.begin(beginning) : try await server.beginHTTP2(beginning)
            try await waitUntil("it is decoded") { try server.decoders().count == 1 }
            // RST_STREAM with CANCEL (RFC 9113 §6.4) leaves the connection open.
            if departure == .stream {
                try await connection.send(RawFrames.frame(3, stream: 1, RawFrames.bytes(8)))
            } else {
                await connection.close()
            }
            try await checkIsFree(server)
            await connection.close()
        }

        @Test("fifty whose clients vanish at any moment leave nothing behind")
        func fifty() async throws {
            let server = try await Self.shared.value
            let process = server.gateway.server.processIdentifier
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
            }
            try await checkIsFree(server)
            let before = try descriptors()
            var random = SeededGenerator(seed: 5)
            for round in 0..<50 {
                let part = server.recording.prefix(Int.random(in: 0...server.recording.count, using: &random))
                // A refused connection may be closed before everything is sent.
                let connection = round % 2 == 0 ? try? await server.begin(part) : try? await server.beginHTTP2(part)
                // Not a wait for an event: the random moment is what the test varies.
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...90, using: &random)))
                await connection?.close()
            }
            try await checkIsFree(server)
            try await waitUntil("no descriptor is left") { try descriptors() <= before + 4 }
            #expect(server.gateway.server.isRunning)
        }

        @Test("one more waits for its turn; beyond that the reply says to try again later")
        func queue() async throws {
            let server = try await Self.shared.value
            try await checkIsFree(server)
            let others = [
                try await server.gateway.person("cy", role: "listener"),
                try await server.gateway.person("di", role: "listener"),
            ]
            let held = try await server.begin(server.recording.prefix(server.recording.count / 6))
            try await waitUntil("it is decoded") { try server.decoders().count == 1 }
            try await withThrowingTaskGroup(of: HTTPReply.self) { group in
                for token in others { group.addTask { try await server.recognize(server.recording, as: token) } }
                let refused = try #require(try await group.next())
                #expect(refused.status == 503 && refused["retry-after"] == "2", "\(refused.status) \(refused.text)")
                #expect(refused["content-type"]?.hasPrefix("application/problem+json") == true)
                #expect(refused.json?["reason"] as? String == "recognition_busy", "\(refused.text)")
                await held.close()
                let waited = try #require(try await group.next())
                try checkMatch(waited.status, waited.body)
            }
        }

        @Test("a client that has waited too long is told to try again later")
        func longWait() async throws {
            let server = try await Self.shared.value
            try await checkIsFree(server)
            let user = try await server.gateway.person("ed", role: "listener")
            let held = try await server.begin(server.recording.prefix(server.recording.count / 6), as: user)
            try await waitUntil("it is decoded") { try server.decoders().count == 1 }
            async let waiting = server.recognize(server.recording, as: user)
            let waited = try await waiting
            #expect(waited.status == 503 && waited.json?["reason"] as? String == "recognition_busy", "\(waited.text)")
            await held.close()
            try await checkIsFree(server)
        }

        private func checkMatch(_ status: Int, _ body: [UInt8]) throws {
            let json = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            let match = json?["match"] as? [String: Any]
            let heard = json?["heardMs"] as? Int ?? 0
            let text = String(decoding: body, as: UTF8.self)
            #expect(
                status == 200 && (match?["track"] as? [String: Any])?["title"] as? String == "One", "\(status) \(text)")
            #expect((3000...8000).contains(heard), "\(text)")
        }

        /// Checks that the only slot is free and that nothing is being decoded.
        private func checkIsFree(_ server: RecordingServer) async throws {
            try await waitUntil("no process is left", within: .seconds(20)) { try server.decoders().isEmpty }
            let reply = try await waitFor("it is somebody else's turn", within: .seconds(20)) {
                let reply = try await server.recognize(server.recording)
                return reply.status == 503 ? nil : reply
            }
            try checkMatch(reply.status, reply.body)
        }
    }
}
