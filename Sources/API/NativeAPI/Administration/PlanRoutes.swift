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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let limitsText =
            "streams at once, maximumBitrate in kbit/s, uploadQuota and monthlyTransfer in bytes; null means no limit; "
            + "downloads: whether files may be downloaded"
        Endpoint(
            .get, "/api/v1/me/plan", .requires(.manageOwnAccount), tag: "me",
            "The limits of the caller's plan, their use in this month, and the beginning of the next month",
            reply: PlanUseBody.self
        ) { _, context in try await use(of: accounts.get(as: context.caller())) }
        Endpoint(
            .get, "/api/v1/users/{id}/plan", .requires(.manageUsers), tag: "users", "As /me/plan, for a user",
            reply: PlanUseBody.self
        ) { _, context in try await use(of: users.get(context.id("id"), as: context.caller())) }
        Endpoint(
            .get, "/api/v1/plans", .requires(.manageUsers), tag: "plans", "All plans by name",
            reply: ListBody<PlanBody>.self
        ) { _, context in
            ListBody(try await plans.list(as: context.caller()).map { PlanBody(plan: $0.plan, members: $0.members) })
        }
        Endpoint(
            .post, "/api/v1/plans", .requiresConfirmed(.manageUsers), tag: "plans", "Create a plan: \(limitsText)",
            body: PlanDraftBody().schema, reply: PlanBody.self, status: .created
        ) { request, context in
            let draft = try await PlanDraftBody().read(request)
            return PlanBody(plan: try await plans.create(draft, as: context.caller()))
        }
        Endpoint(
            .patch, "/api/v1/plans/{id}", .requiresConfirmed(.manageUsers), tag: "plans",
            "Change a plan: \(limitsText); default: users without another plan have it", body: PlanChangeBody().schema,
            reply: PlanBody.self
        ) { request, context in
            let change = try await PlanChangeBody().read(request)
            return PlanBody(plan: try await plans.edit(context.id("id"), change, as: context.caller()))
        }
        Endpoint(
            .delete, "/api/v1/plans/{id}", .requiresConfirmed(.manageUsers), tag: "plans",
            "Delete a plan other than the default; its users get the default"
        ) { _, context in try await plans.delete(context.id("id"), as: context.caller()) }
    }

    private func use(of user: User) async throws -> PlanUseBody {
        PlanUseBody(use: try await admission.use(of: user))
    }
}

/// A new plan.
private struct PlanDraftBody: InputBody {
    let name = Input<String>("name", .planName)
    let limits = PlanLimitsBody()

    func read(_ request: Request) async throws -> PlanChange {
        try await request.read(self) { fields in
            var draft = try fields.read(part: \.limits, PlanLimitsBody.change)
            draft.name = try fields.read(\.name)
            return draft
        }
    }
}

/// A change of a plan.
private struct PlanChangeBody: InputBody {
    let name = Input<String?>("name", .planName)
    let limits = PlanLimitsBody()

    func read(_ request: Request) async throws -> PlanChange {
        try await request.read(self) { fields in
            var change = try fields.read(part: \.limits, PlanLimitsBody.change)
            change.name = try fields.read(\.name)
            return change
        }
    }
}

extension InputKind where Value == String {
    fileprivate static var planName: Self { .text(upTo: 400) }
}

/// New limits, where null stands for none, and whether the plan is the default one.
private struct PlanLimitsBody: InputBody {
    let streams = Input<Patch<Int>>("streams", .integer(in: PlanRules.streams))
    let maximumBitrate = Input<Patch<Int>>(
        "maximumBitrate",
        .integer(in: Int64(User.bitrateLimits.lowerBound)...Int64(User.bitrateLimits.upperBound)))
    let uploadQuota = Input<Patch<Int64>>("uploadQuota", .integer(in: PlanRules.bytes))
    let monthlyTransfer = Input<Patch<Int64>>("monthlyTransfer", .integer(in: PlanRules.bytes))
    let downloads = Input<Bool?>("downloads", .flag)
    let isDefault = Input<Bool?>("default", .flag)

    static func change(_ fields: inout InputFields<Self>) throws(DomainError) -> PlanChange {
        try PlanChange(
            streams: fields.read(\.streams).nested, maximumBitrate: fields.read(\.maximumBitrate).nested,
            uploadQuota: fields.read(\.uploadQuota).nested, monthlyTransfer: fields.read(\.monthlyTransfer).nested,
            allowsDownloads: fields.read(\.downloads), isDefault: fields.read(\.isDefault))
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
        Field("planId") { $0.use.user.terms.plan }
        Field("name") { $0.use.user.terms.name }
        Field(allOf: LimitsBody.self) { LimitsBody(limits: $0.use.limits) }
        Field("ownBitrate") { $0.use.user.maximumBitrate != nil }
        Field("transferred") { $0.use.transferred }
        Field("monthFrom") { $0.use.month.from }
        Field("monthUntil") { $0.use.month.until }
        Field("openStreams") { $0.use.openStreams }
    }

    let use: PlanUse
}
