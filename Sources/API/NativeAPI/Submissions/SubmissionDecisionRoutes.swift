import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Submissions

/// Moderators' decisions about submissions: approval into a library, and rejection.
package struct SubmissionDecisionRoutes: Sendable {
    private let approvals: ApprovalService
    private let submissions: SubmissionService

    package init(approvals: ApprovalService, submissions: SubmissionService) {
        self.approvals = approvals
        self.submissions = submissions
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/moderation/libraries", .requires(.moderate), tag: "submissions",
            "The libraries that the caller may approve into",
            reply: ListBody<TargetBody>.self,
            compressed: true
        ) { _, context in
            let libraries = try await approvals.libraries(as: context.principal())
            return ListBody(libraries.map(TargetBody.init))
        }
        Endpoint(
            .post, "/api/v1/moderation/approve", .requires(.moderate), tag: "submissions",
            "Approve submissions into a library, each on its own; revisions, in the order of ids, are those that the caller has seen",
            body: ApprovalBody().schema, reply: ListBody<DecisionBody>.self, capacity: 64 * 1024
        ) { request, context in
            let (versions, library) = try await ApprovalBody().read(request)
            let (caller, origin) = (try context.principal(), context.remoteAddress)
            let seen = Dictionary(uniqueKeysWithValues: versions.map { ($0.id, $0.revision) })
            return try await decide(versions.map { $0.id }, as: caller) { id in
                try await approvals.approve(id, revision: seen[id] ?? nil, into: library, as: caller, from: origin)
            }
        }
        Endpoint(
            .post, "/api/v1/moderation/reject", .requires(.moderate), tag: "submissions",
            "Reject submissions with a reason, each on its own", body: RejectionBody().schema,
            reply: ListBody<DecisionBody>.self, capacity: 64 * 1024
        ) { request, context in
            let (ids, reason) = try await RejectionBody().read(request)
            let (caller, origin) = (try context.principal(), context.remoteAddress)
            return try await decide(ids, as: caller) { id in
                try await submissions.reject(id, because: reason, as: caller, from: origin)
            }
        }
    }

    /// An error of the request itself applies to all submissions. It is the answer, if nothing was decided before it.
    private func decide(
        _ ids: [ID<Submission>], as caller: Principal, _ decision: (ID<Submission>) async throws -> Submission
    ) async throws -> ListBody<DecisionBody> {
        var results: [DecisionBody] = []
        for id in ids {
            do {
                results.append(DecisionBody(id: id, result: .success(try await decision(id)), caller: caller))
            } catch let error as DomainError where Self.isOfOne(error) || !results.isEmpty {
                results.append(DecisionBody(id: id, result: .failure(error), caller: caller))
            }
        }
        return ListBody(results)
    }

    private static func isOfOne(_ error: DomainError) -> Bool {
        error.code == .conflict || error.code == .notFound
    }
}

/// The submissions to approve, and the target library.
struct ApprovalBody: InputBody {
    let versions = SubmissionVersionsBody()
    let library = Input<ID<Library>>("libraryId", .id())

    func read(_ request: Request) async throws -> (versions: [SubmissionVersion], library: ID<Library>) {
        try await request.read(self) { fields in
            let ids = try fields.read(part: \.versions, SubmissionVersionsBody.ids)
            let library = try fields.read(\.library)
            let versions = try fields.read(part: \.versions) { part throws(DomainError) in
                try SubmissionVersionsBody.versions(of: ids, &part)
            }
            return (versions, library)
        }
    }
}

/// The submissions to reject, and the reason.
struct RejectionBody: InputBody {
    let ids = Input<[ID<Submission>]>("ids", .ids(upTo: SubmissionService.mostAtOnce))
    let reason = Input<String>("reason", .text(upTo: 8192))

    func read(_ request: Request) async throws -> (ids: [ID<Submission>], reason: String) {
        try await request.read(self) { fields in
            let ids = try SubmissionVersionsBody.checked(fields.read(\.ids))
            let reason = try fields.read(\.reason)
            return (ids, reason)
        }
    }
}

typealias SubmissionVersion = (id: ID<Submission>, revision: Int?)

/// Submissions, and the revisions that the caller has seen where they are sent: one for each, in the same order.
struct SubmissionVersionsBody: InputBody {
    let ids = Input<[ID<Submission>]>("ids", .ids(upTo: SubmissionService.mostAtOnce))
    let revisions = Input<Revisions?>("revisions", .revisions)

    static func versions(_ fields: inout InputFields<Self>) throws(DomainError) -> [SubmissionVersion] {
        try versions(of: ids(&fields), &fields)
    }

    static func ids(_ fields: inout InputFields<Self>) throws(DomainError) -> [ID<Submission>] {
        try checked(fields.read(\.ids))
    }

    static func versions(
        of ids: [ID<Submission>], _ fields: inout InputFields<Self>
    ) throws(DomainError) -> [SubmissionVersion] {
        guard let revisions = try fields.read(\.revisions)?.numbers(upTo: ids.count) else {
            return ids.map { ($0, nil) }
        }
        guard revisions.count == ids.count else {
            throw .invalid("revisions must have one item for each of ids", field: "revisions")
        }
        return zip(ids, revisions).map { ($0, Int($1)) }
    }

    static func checked(_ ids: [ID<Submission>]) throws(DomainError) -> [ID<Submission>] {
        guard !ids.isEmpty else { throw .invalid("ids is empty", field: "ids") }
        guard Set(ids).count == ids.count else { throw .invalid("ids contains an id twice", field: "ids") }
        return ids
    }

    /// A list whose bound is the number of submissions, which is known only when they have been read.
    struct Revisions {
        fileprivate let name: String
        fileprivate let value: JSONValue

        fileprivate func numbers(upTo count: Int) throws(DomainError) -> [Int64] {
            var fields = try JSONFields(.object([name: value]))
            return try fields.integers(name, count: count, in: 0...Int64(Int32.max))
        }
    }
}

extension InputKind where Value == SubmissionVersionsBody.Revisions {
    fileprivate static var revisions: Self {
        Self(.array(.integer)) { fields, name throws(DomainError) in
            guard let value = fields.optionalTree(name) else { return nil }
            return SubmissionVersionsBody.Revisions(name: name, value: value)
        }
    }
}

/// A library by its name.
struct TargetBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.library.id }
        Field("name") { $0.library.name }
    }

    let library: Library
}

/// The result of a decision about one of several submissions: its present state, or the error.
struct DecisionBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("submission") { body in
            (try? body.result.get()).map { SubmissionBody(submission: $0, caller: body.caller) }
        }
        Field("problem") { $0.problem }
    }

    let id: ID<Submission>
    let result: Result<Submission, DomainError>
    let caller: Principal

    private var problem: ProblemBody? {
        if case .failure(let error) = result { ProblemBody(error) } else { nil }
    }
}
