import HTTPSupport
import HTTPTypes
import Primitives
import Testing

@Suite("Conditional requests") struct ValidatorsTests {
    private let validators = Validators(entityTag: "\"a-1\"", lastModified: HTTPDate(seconds: 784_111_777))

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

    @Test("If-Match and If-Unmodified-Since fail when the version differs")
    func preconditionFailed() {
        #expect(validators.evaluate([.ifMatch: "\"b\""]) == .preconditionFailed)
        #expect(validators.evaluate([.ifMatch: "W/\"a-1\""]) == .preconditionFailed)
        #expect(validators.evaluate([.ifMatch: "\"a-1\""]) == .proceed)
        #expect(validators.evaluate([.ifMatch: "*"]) == .proceed)
        #expect(validators.evaluate([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .preconditionFailed)
    }

    @Test("If-Range needs a strong match with this version")
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
