import Foundation
import HTTPTypes
import RouterSupport
import Support
import Testing

@Suite("The web client's files") struct ClientAssetTests {
    @Test("the page refers to its scripts and styles by URLs that browsers may cache forever")
    func versions() async throws {
        let gateway = try await ComposedServer.empty.value
        let page = try await gateway.send(.get, "/", [.accept: "text/html"])
        #expect(page["cache-control"] == "no-cache")
        let references = page.text.matches(of: /(?:src|href)="(?<path>[^"]+\.(?:js|css))"/).map { String($0.path) }
        #expect(references.count > 10)
        for path in references {
            let file = try await gateway.send(.get, path)
            #expect(file.status == 200, "\(path)")
            #expect(file["cache-control"] == "public, max-age=31536000, immutable", "\(path)")
        }
        let script = try #require(references.first { $0.hasSuffix("/app.js") })
        let plain = try await gateway.send(.get, "/app.js")
        #expect(plain["cache-control"] == "no-cache")
        #expect(try await gateway.send(.get, script)["etag"] == plain["etag"])
    }

    @Test("the page preloads the font under a cacheable name") func font() async throws {
        let gateway = try await ComposedServer.empty.value
        let page = try await gateway.send(.get, "/", [.accept: "text/html"])
        let link = try #require(page.text.firstMatch(of: /rel="preload" href="(?<path>[^"]+\.woff2)"/))
        let font = try await gateway.send(.get, String(link.path))
        #expect(font.status == 200 && font["content-type"] == "font/woff2")
        #expect(font["cache-control"] == "public, max-age=31536000, immutable")
        let license = try await gateway.send(.get, "/fonts/OFL.txt")
        #expect(license.status == 200 && license["cache-control"] == "no-cache")
    }

    @Test("a 304 reply for the page keeps its content security policy")
    func unchangedPage() async throws {
        let gateway = try await ComposedServer.empty.value
        let page = try await gateway.send(.get, "/", [.accept: "text/html"])
        let tag = try #require(page["etag"])
        let unchanged = try await gateway.send(.get, "/", [.accept: "text/html", .ifNoneMatch: tag])
        #expect(unchanged.status == 304)
        #expect(unchanged["content-security-policy"] == page["content-security-policy"])
        #expect(page["content-security-policy"]?.contains("script-src 'self'") == true)
    }

    @Test("the service worker lists every client file with its digest, and is revalidated")
    func worker() async throws {
        let gateway = try await ComposedServer.empty.value
        let worker = try await gateway.open(.get, "/service-worker.js", [:], body: nil, from: "10.0.0.1").whole()
        #expect(worker["cache-control"] == "no-cache")
        #expect(worker["content-security-policy"]?.contains("worker-src 'self'") == true)
        let lines = worker.text.split(separator: "\n")
        let list = try #require(lines.first { $0.hasPrefix("const SHELL = ") }, "\(worker.text.prefix(400))")
            .dropFirst("const SHELL = ".count).dropLast()
        let shell = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any])
        let files = try #require(shell["files"] as? [String: String])
        let page = try await gateway.send(.get, "/", [.accept: "text/html"])
        let tag = try #require(shell["page"] as? String)
        #expect(page["etag"]?.contains(tag) == true)
        for match in page.text.matches(of: /(?:src|href)="(?<path>[^"]+\.(?:js|css))"/) {
            #expect(files[String(match.path)] != nil, "\(match.path)")
        }
        for (path, digest) in files {
            let file = try await gateway.send(.get, path)
            #expect(file.status == 200 && file["etag"]?.contains(digest) == true, "\(path)")
        }
        #expect(!files.keys.contains { $0.hasSuffix("service-worker.js") })
        #expect(files.keys.contains { $0.hasSuffix("/locales/pl.json") })
    }

    @Test("a page of an older version gets the current files, which are revalidated")
    func otherVersion() async throws {
        let gateway = try await ComposedServer.empty.value
        let file = try await gateway.send(.get, "/assets/0123456789abcdef/app.js")
        #expect(file.status == 200)
        #expect(file["cache-control"] == "no-cache")
        for path in ["/assets/0123456789abcdef/none.js", "/assets/0123456789abcdef", "/assets/app.js", "/assets/"] {
            #expect(try await gateway.send(.get, path).status == 404, "\(path)")
        }
    }
}
