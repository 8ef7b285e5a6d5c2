import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite("Content codings") struct CompressionTests {
    @Test(
        "gzip is chosen where it is accepted and identity is not preferred",
        arguments: [
            ("gzip", true, false), ("br, GZIP;q=0.8", true, false), ("x-gzip", true, false), ("*", true, false),
            ("gzip ; q=0.001", true, false), ("gzip;q=1.000,identity;q=0", true, true), ("gzip, *;q=0", true, true),
            ("identity;q=0.5, gzip;q=0.5", true, false), ("gzip;q=0.2, identity;q=0.1, *;q=0", true, false),
            ("", false, false), ("br", false, false), ("identity", false, false), ("gzip;q=0", false, false),
            ("gzip;q=0, *", false, false), ("gzip;q=0.000", false, false), ("*;q=0", false, true),
            ("identity;q=0", false, true), ("identity;q=1, gzip;q=0.5", false, false),
            ("gzip;q=2", false, false), ("gzip;q=0.1234", false, false), ("gzip;q=-1", false, false),
            ("gzip;q=", false, false), ("gzip;level=9", false, false), ("gzipped", false, false),
            ("gzip;q=nan", false, false), (";;,,=", false, false),
        ])
    func accepted(field: String, prefersGzip: Bool, refusesIdentity: Bool) {
        let accepted = AcceptedCodings([.acceptEncoding: field])
        #expect(accepted.prefersGzip == prefersGzip && accepted.refusesIdentity == refusesIdentity)
    }

    @Test(
        "Brotli is chosen where it is named and nothing else is preferred",
        arguments: [
            ("gzip, deflate, br, zstd", true), ("br;q=0.5, gzip;q=0.5", true), ("BR", true), ("*", false),
            ("br;q=0.4, gzip;q=0.5", false), ("br;q=0", false), ("br;q=0.5, identity", false), ("", false),
        ])
    func brotli(field: String, isPreferred: Bool) {
        #expect(AcceptedCodings([.acceptEncoding: field]).prefersBrotli == isPreferred)
    }

    @Test("a client that names no coding gets the content uncompressed")
    func absent() {
        #expect(!AcceptedCodings([:]).prefersGzip)
        let long = String(repeating: "br,", count: 400) + "gzip"
        #expect(!AcceptedCodings([.acceptEncoding: long]).prefersGzip)
    }

    @Test("content that compression would not shrink stays uncompressed")
    func incompressible() {
        #expect(Gzip.compress(ByteBuffer(), .fast) == nil)
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(Gzip.compress(ByteBuffer(bytes: noise), .thorough) == nil)
        let text = ByteBuffer(repeating: UInt8(ascii: "a"), count: 100_000)
        #expect((Gzip.compress(text, .fast)?.readableBytes ?? .max) < 1_000)
        #expect(Brotli.compress(ByteBuffer()) == nil && Brotli.compress(ByteBuffer(bytes: noise)) == nil)
        #expect((Brotli.compress(text)?.readableBytes ?? .max) < 1_000)
    }

    @Test(
        "only whole text is compressed, never audio, pictures, event streams or partial content",
        arguments: [
            ("application/json", HTTPResponse.Status.ok, true), ("text/xml; charset=utf-8", .ok, true),
            ("TEXT/CSS", .ok, true), ("audio/flac", .ok, false), ("image/png", .ok, false),
            ("image/svg+xml", .ok, false), ("text/event-stream", .ok, false),
            ("application/octet-stream", .ok, false), ("application/json", .partialContent, false),
            ("application/json", .notFound, false),
        ])
    func kinds(mediaType: String, status: HTTPResponse.Status, isCompressed: Bool) async throws {
        let content = ByteBuffer(repeating: UInt8(ascii: "a"), count: 2_000)
        let response = Response(
            status: status, headers: [.contentType: mediaType], body: ResponseBody(byteBuffer: content))
        let sent = try await response.compressed(for: Self.request("gzip"))
        #expect((sent.headers[.contentEncoding] == "gzip") == isCompressed)
        #expect((sent.headers[.vary] == "Accept-Encoding") == isCompressed)
    }

    @Test("short content is not compressed, unless the client refuses identity")
    func short() async throws {
        let response = Response(
            status: .ok, headers: [.contentType: "text/plain", .vary: "Cookie", .eTag: "\"1\""],
            body: ResponseBody(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "a"), count: 200)))
        let plain = try await response.compressed(for: Self.request("gzip"))
        #expect(plain.headers[.contentEncoding] == nil && plain.headers[.eTag] == "\"1\"")
        let packed = try await response.compressed(for: Self.request("gzip, identity;q=0"))
        #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.eTag] == "W/\"1\"")
        #expect(packed.headers[.vary] == "Cookie, Accept-Encoding")
    }

    private static func request(_ accepted: String) -> Request {
        Request(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "localhost", path: "/",
                headerFields: [.acceptEncoding: accepted]), body: RequestBody(buffer: ByteBuffer()))
    }
}
