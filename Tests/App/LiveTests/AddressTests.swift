import Support
import Testing

@Suite("Addresses", .timeLimit(.minutes(5))) struct AddressTests {
    private static let page = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")

    @Test(
        "unknown addresses are 404 for every kind of client",
        arguments: [
            "/healthz", "/about", "/1/validate-token", "/albums", "/albums/x/y", "/restless",
        ])
    func unknown(path: String) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        for fields in [[], [("Accept", "*/*")], [Self.page], [("Sec-Fetch-Mode", "navigate"), Self.page]] {
            let reply = try await connection.request("GET", path, fields)
            #expect(reply.status == 404 && !reply.text.contains("<html"), "\(path) \(fields)")
            #expect(try await connection.request("HEAD", path, fields).status == 404)
        }
        await connection.close()
    }

    @Test(
        "client routes return the page to browser navigation only",
        arguments: [
            "/", "/library/albums", "/albums/01900000", "/board/2026-11-22", "/playlists/", "/setup?x=1", "/genres/a.b",
        ])
    func routes(path: String) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        for fields in [
            [Self.page], [("Sec-Fetch-Mode", "navigate")], [("Sec-Fetch-Mode", "navigate"), ("Accept", "*/*")],
        ] {
            let reply = try await connection.request("GET", path, fields)
            #expect(reply.status == 200 && reply.text.contains("<html"), "\(path) \(fields)")
        }
        for fields in [
            [], [("Accept", "*/*")], [("Accept", "application/json")], [("Sec-Fetch-Mode", "cors"), Self.page],
        ] {
            #expect(try await connection.request("GET", path, fields).status == 404, "\(path) \(fields)")
        }
        await connection.close()
    }

    @Test("a missing address is 404 in its surface's own format")
    func forms() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        for (path, type) in [
            ("/api/v1/nothing", "application/problem+json"), ("/api", "application/problem+json"),
            ("/rest/nothing?f=json", "application/json"), ("/rest/nothing", "text/xml; charset=utf-8"),
            ("/rest", "text/xml; charset=utf-8"), ("/nothing.js", "text/plain; charset=utf-8"),
        ] {
            let reply = try await connection.request("GET", path, [Self.page])
            #expect(reply.status == 404 && reply["content-type"] == type, "\(path): \(reply["content-type"] ?? "")")
        }
        #expect(try await connection.request("GET", "/app.js").status == 200)
        #expect(try await connection.request("GET", "/index.html").status == 200)
        await connection.close()
    }

    @Test("the remote API accepts the extra slash of a base address", arguments: ["http/1.1", "h2"])
    func slashes(name: String) async throws {
        let gateway = try await Gateway.shared.value
        for path in ["//rest/getOpenSubsonicExtensions.view", "///rest/getOpenSubsonicExtensions"] {
            let result = try await Program.run(
                "/usr/bin/curl",
                [
                    name == "h2" ? "--http2" : "--http1.1", "--silent", "--path-as-is", "--cacert",
                    gateway.server.authority, "--resolve", "localhost:\(gateway.server.port):127.0.0.1",
                    "https://localhost:\(gateway.server.port)\(path)?f=json",
                ])
            #expect(result.output.contains("\"status\":\"ok\""), "\(path): \(result.output)")
        }
        let connection = try await gateway.server.connect()
        #expect(try await connection.request("GET", "//rest/ping.view?f=json").text.contains("\"code\":10"))
        #expect(try await connection.request("GET", "//api/v1/me").status != 200)
        await connection.close()
    }
}
