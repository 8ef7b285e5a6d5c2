import Catalog
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Testing

@testable import NativeAPI

@Suite("List parameters") struct ListParametersTests {
    private static func restriction(_ query: String) throws -> ListRestriction {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: "/api/v1/tracks?" + query)
        return try Request(head: head, body: RequestBody(buffer: ByteBuffer())).restriction()
    }

    @Test("narrow a list down") func restrictions() throws {
        #expect(try Self.restriction("") == ListRestriction())
        #expect(
            try Self.restriction("library=l&yearFrom=1990&yearTo=1999&played=false&seed=7")
                == ListRestriction(library: ID("l"), years: 1990...1999, isPlayed: false, seed: 7))
        #expect(try Self.restriction("yearTo=1999").years == 1...1999)
        #expect(try Self.restriction("yearFrom=1990").years == 1990...9999)
        #expect(try Self.restriction("yearFrom=1990&yearTo=1990").years == 1990...1990)
        #expect(try Self.restriction("played=true").isPlayed == true)
        #expect(
            try Self.restriction("liked=true&rating_min=3.5")
                == ListRestriction(isLiked: true, minimumRating: Rating(halves: 7)))
        #expect(try Self.restriction("liked=false&rating_min=1").minimumRating == Rating(halves: 2))
        #expect(try Self.restriction("yearFrom=&played=&seed=") == ListRestriction())
    }

    @Test(
        "are refused by name when they are invalid",
        arguments: [
            ("yearFrom=0", "yearFrom"), ("yearFrom=19x", "yearFrom"), ("yearTo=10000", "yearTo"),
            ("yearTo=-1", "yearTo"),
            ("yearFrom=2000&yearTo=1999", "yearTo"), ("yearFrom=99999999999999999999", "yearFrom"),
            ("played=yes", "played"), ("liked=1", "liked"), ("rating_min=0.5", "rating_min"),
            ("rating_min=5.5", "rating_min"), ("rating_min=3.2", "rating_min"), ("rating_min=nan", "rating_min"),
            ("seed=-1", "seed"), ("seed=4294967296", "seed"), ("seed=1.5", "seed"),
        ])
    func refused(query: String, field: String) {
        let error = #expect(throws: DomainError.self) { try Self.restriction(query) }
        #expect(error?.field == field)
    }
}
