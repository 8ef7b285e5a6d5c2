import Foundation
import Support
import Testing

@Suite("Streams over TLS", .timeLimit(.minutes(10))) struct StreamingTests {
    private func stream(_ gateway: Gateway, _ fields: [(String, String)] = [], method: String = "GET") async throws
        -> HTTPReply
    {
        try await gateway.request(method, "/api/v1/tracks/\(gateway.track)/stream", fields)
    }

    @Test("the whole file arrives byte for byte, with its type, size and validators")
    func whole() async throws {
        let gateway = try await Gateway.shared.value
        let reply = try await stream(gateway)
        #expect(reply.status == 200)
        #expect(reply.body == gateway.content)
        #expect(reply["content-type"] == "audio/wav")
        #expect(reply["accept-ranges"] == "bytes")
        #expect(reply["etag"]?.hasPrefix("\"") == true)
        #expect(reply["last-modified"]?.hasSuffix("GMT") == true)
        #expect(reply["x-content-type-options"] == "nosniff")
    }

    @Test("HEAD matches GET, without a body and ignoring ranges")
    func head() async throws {
        let gateway = try await Gateway.shared.value
        let reply = try await stream(gateway, [("Range", "bytes=0-9")], method: "HEAD")
        #expect(reply.status == 200 && reply["content-length"] == "\(gateway.content.count)" && reply.body.isEmpty)
    }

    @Test("random ranges equal the file's own bytes")
    func ranges() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let size = gateway.content.count
        for _ in 0..<60 {
            let start = Int.random(in: 0..<size)
            let end = min(size - 1, start + Int.random(in: 0..<(Bool.random() ? 2_000 : 500_000)))
            let field = [
                ("bytes=\(start)-\(end)", start...end), ("bytes=\(start)-", start...(size - 1)),
                ("bytes=-\(size - start)", start...(size - 1)),
            ]
            .randomElement()
            let (text, range) = try #require(field)
            let reply = try await connection.request(
                "GET", "/api/v1/tracks/\(gateway.track)/stream",
                [("Range", text), ("Authorization", "Bearer \(gateway.token)")])
            #expect(reply.status == 206)
            #expect(reply["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound)/\(size)")
            // Comparing megabytes element by element takes longer than a connection may idle.
            #expect(Data(reply.body) == Data(gateway.content[range]), "\(text)")
        }
        await connection.close()
    }

    @Test("several ranges arrive as multipart/byteranges with exactly their bytes")
    func multipart() async throws {
        let gateway = try await Gateway.shared.value
        let reply = try await stream(gateway, [("Range", "bytes=0-99,1000-1009,-5")])
        #expect(reply.status == 206)
        let type = try #require(reply["content-type"])
        let boundary = try #require(type.split(separator: "=").last)
        #expect(type.hasPrefix("multipart/byteranges"))
        #expect(reply.body.count == Int(reply["content-length"] ?? ""))
        let size = gateway.content.count
        var expected: [UInt8] = []
        for range in [0..<100, 1000..<1010, (size - 5)..<size] {
            expected += Array(
                "\r\n--\(boundary)\r\nContent-Type: audio/wav\r\nContent-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)\r\n\r\n"
                    .utf8)
            expected += gateway.content[range]
        }
        expected += Array("\r\n--\(boundary)--\r\n".utf8)
        #expect(reply.body == expected)
    }

    @Test("a range outside the file is 416 with the size; a malformed one gets the whole file")
    func outside() async throws {
        let gateway = try await Gateway.shared.value
        let size = gateway.content.count
        let reply = try await stream(gateway, [("Range", "bytes=\(size)-")])
        #expect(reply.status == 416 && reply["content-range"] == "bytes */\(size)")
        for nonsense in ["bytes=z", "pages=1-2", "bytes=9-3"] {
            let reply = try await stream(gateway, [("Range", nonsense)])
            #expect(reply.status == 200 && reply.body.count == size)
        }
    }

    @Test("conditions give 304 and 412, and the whole file instead of a range when the version differs")
    func conditions() async throws {
        let gateway = try await Gateway.shared.value
        let tag = try #require(try await stream(gateway, method: "HEAD")["etag"])
        #expect(try await stream(gateway, [("If-None-Match", tag)]).status == 304)
        #expect(try await stream(gateway, [("If-Match", "\"other\"")]).status == 412)
        #expect(try await stream(gateway, [("If-Range", tag), ("Range", "bytes=0-1")]).status == 206)
        #expect(try await stream(gateway, [("If-Range", "\"other\""), ("Range", "bytes=0-1")]).status == 200)
    }

    @Test("a file truncated during a stream ends the stream, and the server runs on")
    func truncated() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        let file = gateway.file
        let connection = try await gateway.stalledReader()
        try await gateway.server.waitUntilOpen(file)
        truncate(file, 100_000)
        await connection.resumeReading()
        let received = await connection.readToEnd()
        #expect(received.count < gateway.content.count)
        #expect(try await gateway.request("GET", "/health").status == 200)
    }

    @Test("a client that vanishes leaves no open file behind")
    func vanished() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        let file = gateway.file
        var connections: [RawConnection] = []
        for _ in 0..<8 {
            let connection = try await gateway.stalledReader()
            connections.append(connection)
        }
        try await gateway.server.waitUntilOpen(file)
        await withTaskGroup(of: Void.self) { group in
            for connection in connections { group.addTask { await connection.close() } }
        }
        try await gateway.server.waitUntilClosed(file)
    }
}

extension ServerProcess {
    private func isOpen(_ file: String) -> Bool {
        let folder = "/proc/\(processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == file
        }
    }

    /// Waits until the server holds the file open.
    func waitUntilOpen(_ file: String) async throws {
        try await waitUntil("the file is open") { self.isOpen(file) }
    }

    func waitUntilClosed(_ file: String, within time: Duration = .seconds(150)) async throws {
        try await waitUntil("the file is closed", within: time) { !self.isOpen(file) }
    }
}
