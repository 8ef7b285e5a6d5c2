import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    @Suite("A full disk", .timeLimit(.minutes(10))) struct DiskFullTests {
        @Test(
            "reads and streams continue, writes report the full disk, and writes work again once there is space",
            .needs(.mountNamespaces))
        func full() async throws {
            let folder = try TemporaryFolder()
            let disk = try SmallDisk(megabytes: 12, at: folder.path + "/data")
            let gateway = try await Gateway(
                arguments: ["--giving-reserve", "0"], frames: 6_000_000, in: folder, through: disk.entrance)
            var witness = Witness(gateway)
            let connection = try await gateway.server.connect()
            for _ in 0..<6 { #expect(await witness.write(on: connection) == .acknowledged) }
            let stream = try await RawConnection.open(
                port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
            try await stream.send(streamRequest(gateway))
            #expect(String(decoding: await stream.readHead(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            try await stream.pauseReading()

            try disk.fill()
            var refusals = 0
            var attempts = 0
            // The write-ahead log may still have free space, so several writes may be needed to fill it.
            while refusals < 30, attempts < 5000 {
                attempts += 1
                switch await witness.write(on: connection) {
                case .acknowledged: break
                case .unknown: Issue.record("the connection broke")
                case .refused(let status, _, let code):
                    refusals += 1
                    #expect(status == 507 && code == "storageFull" || status == 503, "\(status) \(code ?? "")")
                }
            }
            #expect(refusals == 30)
            let picture = try await setPicture(2, gateway)
            #expect(picture.status == 507 && picture.code == "storageFull", "\(picture.text)")
            for path in ["/api/v1/tracks", "/api/v1/me", "/api/v1/queue", "/api/v1/search?q=long", "/health"] {
                #expect(try await gateway.request("GET", path).status == 200, "\(path)")
            }
            let whole = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream")
            #expect(whole.status == 200 && whole.body == gateway.content)
            await stream.resumeReading()
            #expect(await stream.read(gateway.content.count) == gateway.content)
            try await witness.check(on: connection)

            disk.makeRoom()
            let freed = ContinuousClock.now
            var outcome = await witness.write(on: connection)
            while outcome != .acknowledged, ContinuousClock.now - freed < .seconds(5) {
                outcome = await witness.write(on: connection)
            }
            #expect(outcome == .acknowledged)
            #expect(try await setPicture(3, gateway).status == 200)
            try await witness.check(on: connection)
            #expect(gateway.server.isRunning && !gateway.server.output.contains("A request failed"))
            await connection.close()
            await stream.close()
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
            let copy = folder.path + "/rondo.sqlite"
            try FileManager.default.copyItem(atPath: disk.path + "/rondo.sqlite", toPath: copy)
            #expect(try problems(inDatabase: copy) == [])
        }

        @Test(
            "users sign in and out on a full disk, and sessions are stored once there is space",
            .needs(.mountNamespaces))
        func signIn() async throws {
            let folder = try TemporaryFolder()
            let disk = try SmallDisk(megabytes: 12, at: folder.path + "/data")
            let gateway = try await Gateway(arguments: [], frames: 1000, in: folder, through: disk.entrance)
            var witness = Witness(gateway)
            let connection = try await gateway.server.connect()
            try disk.fill()
            var (refusals, attempts) = (0, 0)
            while refusals < 30, attempts < 5000 {
                attempts += 1
                if case .refused = await witness.write(on: connection) { refusals += 1 }
            }
            #expect(refusals == 30)
            func enter(_ password: String) async throws -> HTTPReply {
                try await connection.request(
                    "POST", "/api/v1/session",
                    [("Content-Type", "application/json"), ("Origin", "https://localhost")],
                    body: Array(#"{"username":"ada","password":"\#(password)"}"#.utf8))
            }
            func me(_ cookies: String, _ method: String = "GET", _ path: String = "/api/v1/me") async throws -> Int {
                let connection = try await gateway.server.connect()
                let fields = [("Cookie", cookies), ("Sec-Fetch-Site", "same-origin")]
                let reply = try await connection.request(method, path, fields)
                await connection.close()
                return reply.status
            }
            #expect(try await enter("not her password").status == 401)
            let (one, two) = (try await enter(Gateway.adminPassword), try await enter(Gateway.adminPassword))
            #expect(one.status == 200 && two.status == 200, "\(one.text)")
            for reply in [one, two] { #expect(try await me(reply.cookies) == 200) }
            #expect(try await me(two.cookies, "DELETE", "/api/v1/session") == 204)
            #expect(try await me(two.cookies) == 401)
            #expect(try await me(one.cookies) == 200)

            disk.makeRoom()
            let database = disk.path + "/rondo.sqlite"
            try await waitUntil("the session is stored") {
                let copy = try TemporaryFolder()
                let path = copy.path + "/rondo.sqlite"
                for ending in ["", "-wal"] {
                    try? FileManager.default.copyItem(atPath: database + ending, toPath: path + ending)
                }
                // The sessions of the setup and of this sign-in. A copy made during a write may not be readable.
                let count = try? DatabaseQueue(path: path).read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM session")
                }
                return count == 2
            }
            #expect(try await me(one.cookies) == 200)
            await connection.close()
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
            let again = try await ServerProcess.start(in: folder, through: disk.entrance)
            let later = try await again.connect()
            #expect(try await later.request("GET", "/api/v1/me", [("Cookie", one.cookies)]).status == 200)
            await later.close()
            #expect(await again.stop() == 0)
        }

        private func setPicture(_ seed: UInt64, _ gateway: Gateway) async throws -> HTTPReply {
            let connection = try await gateway.server.connect()
            let reply = try await connection.request(
                "PUT", "/api/v1/me/picture",
                [("Authorization", "Bearer \(gateway.token)"), ("Content-Type", "image/png")],
                body: picture(bytes: 100_000, seed: seed))
            await connection.close()
            return reply
        }
    }
}
