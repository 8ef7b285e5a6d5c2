package import Accounts
package import HTTPSupport
import Hummingbird
import Primitives
package import Streaming

/// Plans, for admins; and for every user the limits of their own plan and how much of them is used.
package struct PlanRoutes: Sendable {
    private let plans: PlanService
    private let accounts: AccountService
    private let users: UserAdministrationService
    private let admission: StreamAdmission

    package init(
        plans: PlanService, accounts: AccountService, users: UserAdministrationService, admission: StreamAdmission
    ) {
        self.plans = plans
        self.accounts = accounts
        self.users = users
        self.admission = admission
    }

    package var endpoints: [Endpoint] {
        let limits: [(String, Schema)] = LimitsBody.members + [("default", .flag)]
        let limitsText =
            "streams at once, maximumBitrate in kbit/s, uploadQuota and monthlyTransfer in bytes; null is no limit; "
            + "downloads: whether files may be had to keep"
        return [
            Endpoint(
                .get, "/api/v1/me/plan", .requires(.manageOwnAccount), tag: "me",
                "What the own plan allows, how much of it is used this month, and when the next month begins",
                reply: .json(.ok, PlanUseBody.schema), handler: own),
            Endpoint(
                .get, "/api/v1/users/{id}/plan", .requires(.manageUsers), tag: "users", "As /me/plan, of somebody",
                reply: .json(.ok, PlanUseBody.schema), handler: ofUser),
            Endpoint(
                .get, "/api/v1/plans", .requires(.manageUsers), tag: "plans", "All plans by name",
                reply: .json(.ok, .list(of: .named("Plan"))), handler: list),
            Endpoint(
                .post, "/api/v1/plans", .requiresConfirmed(.manageUsers), tag: "plans", "Make a plan: \(limitsText)",
                body: .object(required: [("name", .text)], optional: limits),
                reply: .json(.created, .named("Plan")), handler: create),
            Endpoint(
                .patch, "/api/v1/plans/{id}", .requiresConfirmed(.manageUsers), tag: "plans",
                "Change a plan: \(limitsText); default: everybody has it who was given none",
                body: .object(required: [], optional: [("name", .text)] + limits),
                reply: .json(.ok, .named("Plan")), handler: edit),
            Endpoint(
                .delete, "/api/v1/plans/{id}", .requiresConfirmed(.manageUsers), tag: "plans",
                "Delete a plan, not the default; who had it has the default then",
                reply: .empty(.noContent), handler: delete),
        ]
    }

    @Sendable private func own(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await use(of: accounts.get(as: context.caller()))
    }

    @Sendable private func ofUser(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await use(of: users.get(context.id("id"), as: context.caller()))
    }

    private func use(of user: User) async throws -> Response {
        .json(
            PlanUseBody(
                user: user, transferred: try await admission.meter.total(of: user.id), month: admission.meter.month,
                openStreams: admission.activeStreams.count(of: user.id.rawValue)))
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await plans.list(as: context.caller()).map { PlanBody(plan: $0.plan, members: $0.members) }))
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var draft = try fields.planChange()
        draft.name = try fields.text("name", upTo: 400)
        try fields.end()
        return .json(PlanBody(plan: try await plans.create(draft, as: context.caller())), status: .created)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var change = try fields.planChange()
        change.name = try fields.optionalText("name", upTo: 400)
        try fields.end()
        return .json(PlanBody(plan: try await plans.edit(context.id("id"), change, as: context.caller())))
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await plans.delete(context.id("id"), as: context.caller())
        return .empty()
    }
}

extension JSONFields {
    fileprivate mutating func planChange() throws(DomainError) -> PlanChange {
        PlanChange(
            streams: try limit("streams", in: PlanRules.streams).map { $0.map(Int.init) },
            maximumBitrate: try limit(
                "maximumBitrate", in: Int64(User.bitrateLimits.lowerBound)...Int64(User.bitrateLimits.upperBound)
            ).map { $0.map(Int.init) },
            uploadQuota: try limit("uploadQuota", in: PlanRules.bytes),
            monthlyTransfer: try limit("monthlyTransfer", in: PlanRules.bytes),
            allowsDownloads: try optionalFlag("downloads"), isDefault: try optionalFlag("default"))
    }

    /// Nil when absent; null stands for no limit.
    private mutating func limit(_ name: String, in range: ClosedRange<Int64>) throws(DomainError) -> Int64?? {
        switch presence(of: name) {
        case .absent: nil
        case .null: .some(nil)
        case .value: try integer(name, in: range)
        }
    }
}

/// The limits of a plan; null stands for none.
struct LimitsBody: JSONWritable {
    let limits: PlanLimits

    func write(to json: inout JSONWriter) {
        json.object { write(into: &$0) }
    }

    func write(into json: inout JSONWriter) {
        func field(_ name: StaticString, _ number: (some FixedWidthInteger)?) {
            json.key(name)
            if let number { json.value(number) } else { json.null() }
        }
        field("streams", limits.streams)
        field("maximumBitrate", limits.maximumBitrate)
        field("uploadQuota", limits.uploadQuota)
        field("monthlyTransfer", limits.monthlyTransfer)
        json.field("downloads", limits.allowsDownloads)
    }

    static let members: [(String, Schema)] = [
        ("streams", .nullable(.integer)), ("maximumBitrate", .nullable(.integer)),
        ("uploadQuota", .nullable(.integer)), ("monthlyTransfer", .nullable(.integer)),
        ("downloads", .flag),
    ]
}

/// A plan, as admins see it.
package struct PlanBody: JSONWritable {
    private let plan: Plan
    private let members: Int?

    package init(plan: Plan, members: Int? = nil) {
        self.plan = plan
        self.members = members
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", plan.id.rawValue)
            json.field("name", plan.name)
            json.field("default", plan.isDefault)
            LimitsBody(limits: plan.limits).write(into: &json)
            json.field("members", members)
            json.field("createdAt", plan.createdAt)
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("default", .flag), ("createdAt", .instant)] + LimitsBody.members,
        optional: [("members", .integer)])
}

/// The limits that apply to a user, and how much of them is used.
struct PlanUseBody: JSONWritable {
    let user: User
    let transferred: Int64
    let month: TransferMonth
    let openStreams: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("planId", user.terms.plan?.rawValue)
            json.field("name", user.terms.name)
            var limits = user.terms.limits
            limits.maximumBitrate = user.bitrateLimit
            LimitsBody(limits: limits).write(into: &json)
            json.field("ownBitrate", user.maximumBitrate != nil)
            json.field("transferred", transferred)
            json.field("monthFrom", month.from)
            json.field("monthUntil", month.until)
            json.field("openStreams", openStreams)
        }
    }

    static let schema = Schema.object(
        required: [
            ("name", .text), ("ownBitrate", .flag), ("transferred", .integer), ("monthFrom", .instant),
            ("monthUntil", .instant), ("openStreams", .integer),
        ] + LimitsBody.members,
        optional: [("planId", .text)])
}
