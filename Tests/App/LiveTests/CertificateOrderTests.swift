import Foundation
import Support
import Testing

/// The built program, and the certificates that it makes, orders and replaces.
@Suite("The server's own certificates", .timeLimit(.minutes(10))) struct CertificateOrderTests {
    /// The certificate authority's own TLS certificate, which is self-signed, and its key.
    private static func certificates(_ folder: String) async throws -> (certificate: String, key: String) {
        let (certificate, key) = (folder + "/pebble.pem", folder + "/pebble.key")
        let made = try await Program.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=pebble", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
            ])
        try #require(made.status == 0, "\(made.error)")
        return (certificate, key)
    }

    private static func handshake(_ port: Int, _ name: String, _ authority: String) async throws -> Bool {
        let result = try await Program.run(
            "/usr/bin/openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(port)", "-servername", name, "-CAfile", authority,
                "-verify_hostname", name, "-verify_return_error", "-brief",
            ])
        return result.status == 0
    }

    @Test("a server orders a certificate for its public name and presents it without a restart")
    func order() async throws {
        let folder = try TemporaryFolder()
        let own = try await Self.certificates(folder.path)
        let port = try Pebble.freePort()
        let pebble = try await Pebble(
            in: folder, certificate: own.certificate, key: own.key, authority: own.certificate, httpPort: port)
        let settings: [String: Any] = [
            "acme": [
                "agree": "true", "directory": pebble.directory, "authority": own.certificate,
                "email": "ada@example.org",
            ],
            "site": ["names": "music.example.org,nas.local"], "tls": ["interval": 1], "http": ["redirect-port": port],
        ]
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: settings).write(to: URL(fileURLWithPath: data + "/rondo.json"))
        let server = try await ServerProcess.start(in: folder)
        let root = folder.path + "/root.pem"
        try Data(try #require(try await pebble.root()).utf8).write(to: URL(fileURLWithPath: root))
        try await waitUntil("the public certificate is in use", within: .seconds(60)) {
            try await Self.handshake(server.port, "music.example.org", root)
        }
        let shown = try await Program.run(
            Program.path, ["certificate", "--data", data, "--certs", folder.path + "/certs", "--json"])
        let facts = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
        #expect(facts?["names"] as? [String] == ["music.example.org"] && facts?["own"] as? Bool == false)
        #expect(facts?["directory"] as? String == pebble.directory && facts?["orderProblem"] == nil)
        let before = facts?["fingerprint"] as? String
        let renewed = try await Program.run(
            Program.path, ["certificate", "renew", "--data", data, "--certs", folder.path + "/certs"])
        #expect(renewed.status == 0, "\(renewed.error)")
        try await waitUntil("there is another one", within: .seconds(60)) {
            let now = try await Program.run(
                Program.path, ["certificate", "--data", data, "--certs", folder.path + "/certs", "--json"])
            let facts = try JSONSerialization.jsonObject(with: Data(now.output.utf8)) as? [String: Any]
            return facts?["fingerprint"] as? String != before
        }
        #expect(await server.stop() == 0)
    }

    @Test("a command replaces the authority, the running server adopts it, and an old one causes a warning")
    func replace() async throws {
        let server = try await ServerProcess.start(["--certificate-interval", "1", "--names", "music.example.org"])
        let (data, certs) = (server.folder.path + "/data", server.folder.path + "/certs")
        let old = server.folder.path + "/old.pem"
        try FileManager.default.copyItem(atPath: server.authority, toPath: old)
        #expect(try await Self.handshake(server.port, "music.example.org", old))
        let replaced = try await Program.run(
            Program.path, ["certificate", "renew", "--authority", "--data", data, "--certs", certs])
        #expect(replaced.status == 0 && replaced.output.contains("import"), "\(replaced.output)\(replaced.error)")
        try await waitUntil("the new authority's certificate is in use", within: .seconds(60)) {
            try await Self.handshake(server.port, "music.example.org", server.authority)
        }
        #expect(try await !Self.handshake(server.port, "music.example.org", old))
        #expect(try await !Self.handshake(server.port, "bank.example", server.authority))
        let good = try await Program.run(
            Program.path, ["doctor", "--json", "--data", data, "--certs", certs, "--port", "0"])
        #expect(good.output.contains(#""subject":"authority","ok":true"#), "\(good.output)")
    }

    @Test("an impossible order is refused at the start with a clear message") func misuse() async throws {
        let folder = try TemporaryFolder()
        for (flags, words) in [
            (["--acme-email", "a@example.org"], "--acme-agree"),
            (["--acme-agree", "--names", "nas.local", "--redirect-port", "0"], "no public name"),
            (["--acme-agree", "--names", "music.example.org"], "redirect-port"),
            (["--acme-agree", "--acme-directory", "http://x", "--names", "a.b", "--redirect-port", "0"], "https"),
        ] {
            let result = try await Program.run(Program.path, ["doctor", "--data", folder.path + "/data"] + flags)
            #expect(result.status == 1 && result.output.contains(words), "\(result.output)")
        }
    }

    @Test("Chromium trusts the server's certificate only once its authority is imported")
    func browser() async throws {
        let server = try await ServerProcess.start()
        let home = server.folder.path + "/home"
        let store = home + "/.pki/nssdb"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        func certutil(_ arguments: [String]) async throws {
            let result = try await Program.run("/usr/bin/certutil", ["-d", "sql:" + store] + arguments)
            try #require(result.status == 0, "\(result.output)\(result.error)")
        }
        /// Uses a new profile each time: a browser that is still closing locks the previous one.
        func load() async throws -> String {
            let profile = try TemporaryFolder()
            return try await Program.run(
                "/usr/bin/chromium",
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                    "--user-data-dir=" + profile.path, "--timeout=120000", "--dump-dom",
                    "https://localhost:\(server.port)/",
                ], environment: ["HOME": home]
            ).output
        }
        try await certutil(["-N", "--empty-password"])
        #expect(try await !load().contains("<main"))
        try await certutil(["-A", "-t", "C,,", "-n", "rondo", "-i", server.authority])
        let page = try await load()
        #expect(page.contains("<main"), "\(page.prefix(2000))")
    }
}
