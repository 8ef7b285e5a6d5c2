import Foundation
import Support
import Testing

@Suite("Connections and protocols", .timeLimit(.minutes(10))) struct ProtocolTests {
    private func openssl(_ gateway: LiveServer, _ arguments: [String]) async throws -> String {
        let result = try await Program.run(
            "/usr/bin/openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(gateway.server.port)", "-servername", "localhost", "-CAfile",
                gateway.server.authority,
            ]
                + arguments)
        return result.output + result.error
    }

    @Test("TLS 1.2 and 1.3 are spoken, with the certificate's own names and forward-secret suites")
    func versions() async throws {
        let gateway = try await LiveServer.shared.value
        for version in ["-tls1_2", "-tls1_3"] {
            let text = try await openssl(gateway, [version, "-verify_hostname", "localhost", "-verify_return_error"])
            #expect(text.contains("Verify return code: 0 (ok)"), "\(text)")
        }
        for suite in ["AES128-SHA", "ECDHE-ECDSA-AES128-SHA", "AES128-GCM-SHA256"] {
            let text = try await openssl(gateway, ["-tls1_2", "-cipher", "\(suite):@SECLEVEL=0"])
            #expect(text.contains("Cipher is (NONE)"), "\(suite)")
        }
        for version in ["-tls1", "-tls1_1"] {
            #expect(try await openssl(gateway, [version, "-cipher", "ALL:@SECLEVEL=0"]).contains("Cipher is (NONE)"))
        }
    }

    @Test("HTTP/2 is chosen by ALPN and serves the same bytes")
    func http2() async throws {
        let gateway = try await LiveServer.shared.value
        let file = gateway.server.folder.path + "/http2.out"
        let result = try await Program.run(
            "/usr/bin/curl",
            [
                "--silent", "--http2", "--cacert", gateway.server.authority, "--resolve",
                "localhost:\(gateway.server.port):127.0.0.1",
                "-H", "Authorization: Bearer \(gateway.token)", "-o", file, "-w", "%{http_version} %{http_code}",
                "https://localhost:\(gateway.server.port)/api/v1/tracks/\(gateway.track)/stream",
            ])
        #expect(result.output == "2 200", "\(result.error)")
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file))) == gateway.content)
    }

    @Test("an archive is the same over HTTP/2 and HTTP/1.1")
    func archive() async throws {
        let gateway = try await LiveServer.shared.value
        let track = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)").json
        let path = "/api/v1/albums/\(try #require(track?["albumId"] as? String))/download"
        let whole = try await gateway.request("GET", path)
        #expect(whole.status == 200 && whole["content-type"] == "application/zip")
        let file = gateway.server.folder.path + "/archive.zip"
        let result = try await Program.run(
            "/usr/bin/curl",
            [
                "--silent", "--http2", "--cacert", gateway.server.authority, "-H",
                "Authorization: Bearer \(gateway.token)", "-o", file, "-w", "%{http_version} %{http_code}",
                "https://localhost:\(gateway.server.port)\(path)",
            ])
        #expect(result.output == "2 200", "\(result.error)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(whole.body))
    }

    @Test(
        "a request needs exactly one acceptable Host",
        arguments: [
            ("", 400), ("Host: \r\n", 400), ("Host: a b\r\n", 400), ("Host: localhost\r\nHost: localhost\r\n", 400),
            ("Host: localhost\r\nHost: evil.example\r\n", 400), ("Host: evil.example\r\n", 421),
            ("Host: localhost:1\r\n", 200),
            ("Host: LOCALHOST\r\n", 200), ("Host: 127.0.0.1\r\n", 200),
        ])
    func host(fields: String, status: Int) async throws {
        let gateway = try await LiveServer.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send("GET /health HTTP/1.1\r\n\(fields)\r\n")
        #expect(try await connection.reply().status == status)
        await connection.close()
    }

    @Test(
        "ambiguous framing is refused and the connection closed",
        arguments: [
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            "GET /health HTTP/1.1\r\nHost : localhost\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\n\r\n",
            "GARBAGE\r\n\r\n", "GET /\u{7f} HTTP/9.9\r\n\r\n",
        ])
    func framing(text: String) async throws {
        let gateway = try await LiveServer.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send(text)
        let answer = String(decoding: await connection.readToEnd(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
    }

    @Test("idle connections, partial handshakes and partial heads are closed in time")
    func deadlines() async throws {
        let gateway = try await LiveServer(
            arguments: ["--handshake-timeout", "12", "--head-timeout", "12", "--idle-timeout", "12"], frames: 1000)
        let silent = try await RawConnection.openPlain(port: gateway.server.port)
        let half = try await RawConnection.openPlain(port: gateway.server.port)
        try? await half.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
        let noRequest = try await gateway.server.connect()
        let drip = try await gateway.server.connect()
        try? await drip.send("GET /health HTTP/1.1\r\nHost: lo")
        let idle = try await gateway.server.connect()
        #expect(try await idle.request("GET", "/health").status == 200)
        let multiplexed = try await gateway.server.connect(protocols: ["h2"])
        try? await multiplexed.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u{0}\u{0}\u{0}\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}")
        for connection in [silent, half, noRequest, drip, idle, multiplexed] { _ = await connection.readToEnd() }
    }

    @Test("one address cannot open more connections than its limit")
    func perAddress() async throws {
        let gateway = try await LiveServer(arguments: ["--connections-from-this-machine", "4"], frames: 1000)
        var held: [RawConnection] = []
        for _ in 0..<4 { held.append(try await gateway.server.connect()) }
        for connection in held { #expect(try await connection.request("GET", "/health").status == 200) }
        let refused = try await RawConnection.openPlain(port: gateway.server.port)
        #expect(await refused.readToEnd().isEmpty)
        for connection in held { await connection.close() }
    }

    @Test("the listener without TLS redirects to the server's TLS address only")
    func redirect() async throws {
        // Below the range of ephemeral ports.
        let port = Int.random(in: 20000..<32000)
        let gateway = try await LiveServer(arguments: ["--redirect-port", "\(port)"], frames: 1000)
        let connection = try await RawConnection.openPlain(port: port)
        let reply = try await connection.request("GET", "/albums?x=1")
        #expect(reply.status == 308)
        #expect(
            reply["location"]?.hasSuffix("/albums?x=1") == true
                && reply["location"]?.hasPrefix("https://localhost") == true)
        let evil = try await RawConnection.openPlain(port: port)
        try await evil.send("GET //evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(try await evil.reply().status == 400)
        let garbage = try await RawConnection.openPlain(port: port)
        try await garbage.send("GARBAGE\r\n\r\n")
        for reply in [reply, try await garbage.reply()] {
            #expect(reply["x-content-type-options"] == "nosniff" && reply["strict-transport-security"] == nil)
        }
        // A request with credentials is refused instead of redirected: the player would send them unencrypted again the
        // next time.
        for (path, type) in [
            ("/rest/ping.view?u=ada&t=x&s=y", "text/xml"), ("/rest/ping?f=json", "application/json"),
            ("/rest", "text/xml"),
            ("/rest/ping?f=jsonp&callback=heard", "application/javascript"), ("/rest/ping?f=nonsense", "text/xml"),
            ("/albums?token=x", "text/plain"), ("/a?x=1&%61piKey=x", "text/plain"),
            ("/%72est/ping?u=a", "text/xml"), ("/REST/ping?u=a", "text/xml"), ("/./rest/ping?u=a", "text/xml"),
            ("/a/../rest/ping", "text/xml"), ("/rest%2fping", "text/xml"), ("/a?APIKEY=x", "text/plain"),
        ] {
            let plain = try await RawConnection.openPlain(port: port)
            let refusal = try await plain.request("GET", path)
            #expect(refusal.status == 403 && refusal["location"] == nil, "\(path)")
            #expect(refusal["content-type"]?.hasPrefix(type) == true, "\(path)")
            #expect(refusal.text.contains("https"), "\(path)")
            if type != "text/plain" { #expect(refusal.text.contains("failed"), "\(path)") }
        }
        let trace = try await RawConnection.openPlain(port: port)
        #expect(try await trace.request("TRACE", "/albums").status == 405)
        let bearer = try await RawConnection.openPlain(port: port)
        #expect(try await bearer.request("GET", "/api/v1/me", [("Authorization", "Bearer x")]).status == 403)
        _ = gateway
    }

    @Test("after SIGTERM a running stream finishes, and the process exits in time")
    func gracefulShutdown() async throws {
        let gateway = try await LiveServer(arguments: ["--shutdown-timeout", "60"], frames: 2_000_000)
        let connection = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        try await connection.send(
            "GET /api/v1/tracks/\(gateway.track)/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n\r\n"
        )
        let head = await connection.readHead()
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        async let status = gateway.server.stop()
        #expect(await connection.read(gateway.content.count).count == gateway.content.count)
        await connection.close()
        #expect(await status == 0)
    }

    @Test("SIGTERM ends streams that nobody reads, and the process exits without a crash")
    func stalledShutdown() async throws {
        let gateway = try await LiveServer(arguments: ["--shutdown-timeout", "1"], frames: 6_000_000)
        var readers: [RawConnection] = []
        for _ in 0..<8 {
            let reader = try await gateway.stalledReader()
            readers.append(reader)
        }
        try await gateway.server.waitUntilOpen(
            gateway.file)
        #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
        for reader in readers { await reader.close() }
    }

    @Test("new connections use a new certificate within seconds")
    func reload() async throws {
        let gateway = try await LiveServer(arguments: [], frames: 1000)
        let folder = gateway.server.folder.path + "/certs"
        let before = try await openssl(gateway, [])
        try FileManager.default.removeItem(atPath: folder + "/server.pem")
        func serial(_ text: String) throws -> Substring {
            try #require(text.split(separator: "\n").first { $0.hasPrefix("MI") }, "\(text)")
        }
        let old = try serial(before)
        try await waitUntil("the new certificate is in use") { try serial(try await openssl(gateway, [])) != old }
    }
}
