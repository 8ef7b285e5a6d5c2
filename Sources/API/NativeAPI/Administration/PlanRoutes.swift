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
        let limits = LimitsBody.fields.members + [("default", .flag)]
        let limitsText =
            "streams at once, maximumBitrate in kbit/s, uploadQuota and monthlyTransfer in bytes; null is no limit; "
            + "downloads: whether files may be had to keep"
        return [
            Endpoint(
                .get, "/api/v1/me/plan", .requires(.manageOwnAccount), tag: "me",
                "What the own plan allows, how much of it is used this month, and when the next month begins",
                reply: .json(.ok, PlanUseBody.schema), handler: own),
            Endpoint(
                .get, "/api/v1/users/{id}/plan", .requires(.manageUsers), tag: "users", "As /me/plan, of a user",
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
struct LimitsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field(nullable: "streams") { $0.limits.streams }
        Field(nullable: "maximumBitrate") { $0.limits.maximumBitrate }
        Field(nullable: "uploadQuota") { $0.limits.uploadQuota }
        Field(nullable: "monthlyTransfer") { $0.limits.monthlyTransfer }
        Field("downloads") { $0.limits.allowsDownloads }
    }

    let limits: PlanLimits
}

/// A plan, as admins see it.
package struct PlanBody: ObjectBody {
    package static let component: String? = "Plan"
    package static let fields = Fields<Self> {
        Field("id") { $0.plan.id }
        Field("name") { $0.plan.name }
        Field("default") { $0.plan.isDefault }
        Field(allOf: LimitsBody.self) { LimitsBody(limits: $0.plan.limits) }
        Field("members") { $0.members }
        Field("createdAt") { $0.plan.createdAt }
    }

    private let plan: Plan
    private let members: Int?

    package init(plan: Plan, members: Int? = nil) {
        self.plan = plan
        self.members = members
    }
}

/// The limits that apply to a user, and how much of them is used.
struct PlanUseBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("planId") { $0.user.terms.plan }
        Field("name") { $0.user.terms.name }
        Field(allOf: LimitsBody.self) { LimitsBody(limits: $0.limits) }
        Field("ownBitrate") { $0.user.maximumBitrate != nil }
        Field("transferred") { $0.transferred }
        Field("monthFrom") { $0.month.from }
        Field("monthUntil") { $0.month.until }
        Field("openStreams") { $0.openStreams }
    }

    let user: User
    let transferred: Int64
    let month: TransferMonth
    let openStreams: Int

    /// The plan's limits, with the bitrate that applies to the user.
    private var limits: PlanLimits {
        var limits = user.terms.limits
        limits.maximumBitrate = user.bitrateLimit
        return limits
    }
}
