import HTTPSupport
import HTTPTypes
import Testing

@Suite("Conditions of a request") struct ValidatorsTests {
    private let validators = Validators(entityTag: "\"a-1\"", lastModified: HTTPDate(seconds: 784_111_777))

    @Test("a date is written and read as RFC 9110 shows it")
    func dates() throws {
        #expect(HTTPDate(seconds: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
        for seconds in stride(from: Int64(-2_000_000_000), to: 8_000_000_000, by: 98_765_432) {
            #expect(HTTPDate(HTTPDate(seconds: seconds).text)?.seconds == seconds)
        }
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "x",
        ] {
            #expect(HTTPDate(text) == nil)
        }
    }

    @Test("If-None-Match and If-Modified-Since tell a cache that nothing changed")
    func notModified() {
        #expect(validators.evaluate([.ifNoneMatch: "\"a-1\""]) == .notModified)
        #expect(validators.evaluate([.ifNoneMatch: "\"b\", W/\"a-1\""]) == .notModified)
        #expect(validators.evaluate([.ifNoneMatch: "*"]) == .notModified)
        #expect(validators.evaluate([.ifNoneMatch: "\"b\""]) == .proceed)
        #expect(validators.evaluate([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]) == .notModified)
        #expect(validators.evaluate([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .proceed)
        #expect(
            validators.evaluate([.ifNoneMatch: "\"b\"", .ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]) == .proceed)
    }

    @Test("If-Match and If-Unmodified-Since fail when the version is another")
    func preconditionFailed() {
        #expect(validators.evaluate([.ifMatch: "\"b\""]) == .preconditionFailed)
        #expect(validators.evaluate([.ifMatch: "W/\"a-1\""]) == .preconditionFailed)
        #expect(validators.evaluate([.ifMatch: "\"a-1\""]) == .proceed)
        #expect(validators.evaluate([.ifMatch: "*"]) == .proceed)
        #expect(validators.evaluate([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .preconditionFailed)
    }

    @Test("If-Range needs exactly this version, strongly")
    func ifRange() {
        #expect(validators.allowsRange([:]))
        #expect(validators.allowsRange([.ifRange: "\"a-1\""]))
        #expect(validators.allowsRange([.ifRange: "Sun, 06 Nov 1994 08:49:37 GMT"]))
        #expect(!validators.allowsRange([.ifRange: "W/\"a-1\""]))
        #expect(!validators.allowsRange([.ifRange: "\"b\""]))
        #expect(!validators.allowsRange([.ifRange: "Sun, 06 Nov 1994 08:49:38 GMT"]))
        #expect(!validators.allowsRange([.ifRange: "nonsense"]))
    }
}
