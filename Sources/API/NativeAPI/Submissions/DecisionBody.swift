import HTTPSupport
import Primitives
import Submissions

/// What came of deciding about one of several submissions: what it is now, or why nothing came of it.
struct DecisionBody: JSONWritable {
    static let schema = Schema.object(
        required: [("id", .text)], optional: [("submission", .named("Submission")), ("problem", .named("Problem"))])

    let id: ID<Submission>
    let result: Result<Submission, DomainError>
    let caller: Principal

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.rawValue)
            switch result {
            case .success(let submission):
                json.field("submission", SubmissionBody(submission: submission, caller: caller))
            case .failure(let error):
                json.key("problem")
                Problem.write(error, to: &json)
            }
        }
    }
}
