package import Accounts
package import HTTPSupport
import Hummingbird
package import Primitives
package import Streaming

/// Plans, for admins; and for every user the limits of their own plan and how much of them is used.
package enum PlanRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        plans: PlanService, accounts: AccountService, users: UserAdministrationService, admission: StreamAdmission
    ) -> [Endpoint] {
        let limitsText =
            "streams at once, maximumBitrate in kbit/s, uploadQuota and monthlyTransfer in bytes; null means no limit; "
            + "downloads: whether files may be downloaded"
        Endpoint(
            .get, "/api/v1/me/plan", .requires(.manageOwnAccount), tag: "me",
            "The limits of the caller's plan, their use in this month, and the beginning of the next month",
            reply: PlanUse.self
        ) { _, context in try await admission.use(of: accounts.get(as: context.caller())) }
        Endpoint(
            .get, "/api/v1/users/{id}/plan", .requires(.manageUsers), tag: "users", "As /me/plan, for a user",
            reply: PlanUse.self
        ) { _, context in try await admission.use(of: users.get(context.id("id"), as: context.caller())) }
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
extension PlanLimits: ObjectBody {
    package static let fields = Fields<Self> {
        Field(nullable: "streams") { $0.streams }
        Field(nullable: "maximumBitrate") { $0.maximumBitrate }
        Field(nullable: "uploadQuota") { $0.uploadQuota }
        Field(nullable: "monthlyTransfer") { $0.monthlyTransfer }
        Field("downloads") { $0.allowsDownloads }
    }
}

/// A plan, as admins see it.
package struct PlanBody: ObjectBody {
    package static let component: String? = "Plan"
    package static let fields = Fields<Self> {
        Field("id") { $0.plan.id }
        Field("name") { $0.plan.name }
        Field("default") { $0.plan.isDefault }
        Field(allOf: PlanLimits.self) { $0.plan.limits }
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
extension PlanUse: ObjectBody {
    package static let fields = Fields<Self> {
        Field("planId") { $0.user.terms.plan }
        Field("name") { $0.user.terms.name }
        Field(allOf: PlanLimits.self) { $0.limits }
        Field("ownBitrate") { $0.user.maximumBitrate != nil }
        Field("transferred") { $0.transferred }
        Field("monthFrom") { $0.month.from }
        Field("monthUntil") { $0.month.until }
        Field("openStreams") { $0.openStreams }
    }
}
