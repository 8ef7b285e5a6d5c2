import NIOCore
import Primitives
import Testing

@testable import HTTPSupport
@testable import NativeAPI

@Suite("Request bodies") struct InputBodyTests {
    private struct SongBody: InputBody {
        let year = Input<Patch<Int>>("year", .integer(in: 1...9999))
        let title = Input<String>("title", .text(upTo: 8))
        let place = PlaceBody()
        let hidden = Input<Bool?>(nullable: "hidden", .flag, missing: "hidden is missing; null is for neither")
        let labels = Input<[String]>(alternative: "labels", .texts(upTo: 2))
    }

    private struct PlaceBody: InputBody {
        let disc = Input<Int>("disc", .integer(in: 1...9))
        let role = Input<Role?>("role", .choice(among: [.listener, .contributor]))
    }

    private static func fields(_ text: String) throws -> InputFields<SongBody> {
        InputFields(SongBody(), try JSONFields(JSONValue(parsing: ByteBuffer(string: text))))
    }

    private static func error(_ text: String, _ read: (inout InputFields<SongBody>) throws -> Void) -> DomainError? {
        do {
            var fields = try Self.fields(text)
            try read(&fields)
            return nil
        } catch {
            return error as? DomainError
        }
    }

    @Test("are described by their inputs in order, including nested ones") func schema() throws {
        guard case .object(let required, let optional) = SongBody().schema else {
            Issue.record("The schema is no object")
            return
        }
        #expect(required.map { $0.0 } == ["title", "disc", "hidden"])
        #expect(optional.map { $0.0 } == ["year", "role", "labels"])
        var json = JSONWriter()
        SongBody().schema.write(to: &json)
        let text = String(buffer: json.buffer)
        #expect(text.contains(#""hidden":{"anyOf":[{"type":"boolean"},{"type":"null"}]}"#))
        #expect(text.contains(#""role":{"type":"string","enum":["listener","contributor"]}"#))
    }

    @Test("are read through their inputs") func reading() throws {
        var fields = try Self.fields(
            #"{"title":"Ferry","disc":2,"role":"listener","year":null,"hidden":null,"labels":["a"]}"#)
        let title = try fields.read(\.title)
        #expect(title == "Ferry")
        let (disc, role) = try fields.read(part: \.place) { place throws(DomainError) in
            (try place.read(\.disc), try place.read(\.role))
        }
        #expect(disc == 2 && role == .listener)
        let year = try fields.read(\.year)
        #expect(year.present == nil && year.nested == .some(.none))
        let (hidden, labels) = (try fields.read(\.hidden), try fields.read(\.labels))
        #expect(hidden == nil && labels == ["a"])
        try fields.end()
        var others = try Self.fields(#"{"year":1999}"#)
        let (given, taken) = (try others.read(\.year), try others.read(\.year))
        #expect(given.present == 1999 && taken.nested == nil)
    }

    @Test("are refused by field name") func refusals() throws {
        let absent = Self.error("{}") { _ = try $0.read(\.title) }
        #expect(absent?.message == "title is missing" && absent?.field == "title")
        let missing = Self.error("{}") { _ = try $0.read(\.labels) }
        #expect(missing?.message == "labels must be a list of strings")
        let undecided = Self.error("{}") { _ = try $0.read(\.hidden) }
        #expect(undecided?.message == "hidden is missing; null is for neither")
        let choice = Self.error(#"{"role":"admin"}"#) { fields in
            _ = try fields.read(part: \.place) { place throws(DomainError) in try place.read(\.role) }
        }
        #expect(choice?.message == "role must be one of listener, contributor")
        let rest = Self.error(#"{"title":"Ferry","tittle":1}"#) { fields in
            _ = try fields.read(\.title)
            try fields.end()
        }
        #expect(rest?.reason == "unknown_field" && rest?.field == "tittle")
    }
}
