import Foundation
import GRDB
import Support
import Synchronization
import Testing

extension FaultTests {
    @Suite("A server killed during writes", .timeLimit(.minutes(10))) struct WriteKillTests {
        private static let kills = 20

        @Test("loses nothing that it acknowledged, and starts again")
        func acknowledged() async throws {
            let gateway = try await Gateway(arguments: [], frames: 1000)
            #expect(await gateway.server.stop() == 0)
            var random = SeededGenerator(seed: 3)
            var witness = Witness(gateway)
            var plays: Set<String> = []
            for _ in 0..<Self.kills {
                let server = try await ServerProcess.start(in: gateway.server.folder)
                let connection = try await server.connect()
                try await witness.check(on: connection)
                let moment = Duration.milliseconds(Int.random(in: 5...200, using: &random))
                let written = Written()
                async let end: Void = Self.kill(server, moment, after: written)
                (witness, plays) = await Self.write(witness, plays, gateway.track, on: connection, written)
                try await end
                await connection.close()
            }
            let server = try await ServerProcess.start(in: gateway.server.folder)
            let connection = try await server.connect()
            try await witness.check(on: connection)
            await connection.close()
            #expect(await server.stop() == 0)
            #expect(witness.acknowledged > Self.kills * 5 && plays.count > Self.kills, "too little was written")
            let database = gateway.server.folder.path + "/data/rondo.sqlite"
            let stored = try await DatabaseQueue(path: database).read { db in
                try Set(String.fetchAll(db, sql: "SELECT play_id FROM play"))
            }
            #expect(plays.isSubset(of: stored), "lost plays: \(plays.subtracting(stored))")
            #expect(try problems(inDatabase: database) == [])
        }

        /// The acknowledged writes of one run of the server.
        private final class Written: Sendable {
            let writes = Atomic(0)
            let plays = Atomic(0)

            var isEnough: Bool {
                writes.load(ordering: .relaxed) > 5 && plays.load(ordering: .relaxed) > 1
            }
        }

        /// Kills at a random moment, but only after a first acknowledged write, which may take long on a busy machine.
        private static func kill(_ server: ServerProcess, _ moment: Duration, after written: Written) async throws {
            do {
                try await waitUntil("enough was written") { written.isEnough }
                try await Task.sleep(for: moment)
            } catch {
                _ = await server.stop(SIGKILL)
                throw error
            }
            _ = await server.stop(SIGKILL)
        }

        /// Writes until the connection breaks.
        private static func write(
            _ witness: Witness, _ plays: Set<String>, _ track: String, on connection: RawConnection, _ written: Written
        ) async -> (Witness, Set<String>) {
            var (witness, plays) = (witness, plays)
            var play = UUID().uuidString.lowercased()
            var begun: ContinuousClock.Instant?
            while await witness.write(on: connection) == .acknowledged {
                written.writes.add(1, ordering: .relaxed)
                let position = begun.map { Int((ContinuousClock.now - $0) / .milliseconds(1)) } ?? 0
                let event = begun == nil ? "start" : "progress"
                let json =
                    #"{"playId":"\#(play)","trackId":"\#(track)","event":"\#(event)","positionMs":\#(position)}"#
                guard let reply = try? await witness.request("POST", "/api/v1/playback", json: json, on: connection)
                else { break }
                if begun == nil { begun = .now }
                guard reply.json?["counted"] as? Bool == true else { continue }
                plays.insert(play)
                written.plays.add(1, ordering: .relaxed)
                (play, begun) = (UUID().uuidString.lowercased(), nil)
            }
            return (witness, plays)
        }
    }
}
