package import Administration
package import HTTPSupport
import Primitives

/// What somebody asked for, and the answer.
package struct FeatureRequestBody: JSONWritable {
    private let request: FeatureRequest

    package init(request: FeatureRequest) {
        self.request = request
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", request.id.rawValue)
            json.field("personId", request.person.rawValue)
            json.field("person", request.personName)
            json.field("text", request.text)
            json.field("at", request.at)
            json.field("state", request.state.rawValue)
            json.field("answer", request.answer)
            json.field("answeredBy", request.answeredBy)
            json.field("answeredAt", request.answeredAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("personId", .text), ("person", .text), ("text", .text), ("at", .instant),
            ("state", .choice(FeatureRequest.State.allCases.map(\.rawValue))), ("answer", .text),
        ],
        optional: [("answeredBy", .text), ("answeredAt", .instant)])
}
