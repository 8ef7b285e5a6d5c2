import Journal
package import Primitives

/// Manages the plans. `UserAdministrationService` assigns them to users, and `StreamAdmission` enforces them.
package struct PlanService: Sendable {
    private let store: any PlanStore
    private let authentication: Authentication
    private let clock: any WallClock

    package init(store: any PlanStore, authentication: Authentication, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.authentication = authentication
        self.clock = clock
    }

    /// By name, each with its number of users. Users without a plan count for the default one.
    package func list(as caller: Caller) async throws -> [(plan: Plan, members: Int)] {
        try caller.require(.manageUsers)
        return try await store.plans()
    }

    package func get(named name: String, as caller: Caller) async throws -> Plan {
        let key = FoldedText.fold(name)
        let plans = try await list(as: caller).map(\.plan)
        guard let found = plans.first(where: { $0.id.rawValue == name }) ?? plans.first(where: { $0.nameKey == key })
        else { throw Self.noSuchPlan }
        return found
    }

    /// The name and limits of the user's plan; nil for an unknown user. For services that accept uploads.
    package func terms(of person: ID<Person>) async throws -> PlanTerms? {
        try await store.terms(of: person)
    }

    /// Throws `invalid` with the field, and `conflict` with reason `plan_exists`.
    package func create(_ draft: PlanChange, as caller: Caller) async throws -> Plan {
        try caller.require(.manageUsers)
        let now = clock.now()
        var draft = draft
        draft.name = draft.name ?? ""
        var plan = Plan(id: .make(at: now), name: "", limits: .none, isDefault: false, createdAt: now)
        _ = try PlanRules.apply(draft, to: &plan)
        let created = plan
        let entry = Self.entry("plan.create", created, caller, at: now, Self.details(created))
        let writes: [PlanWrite] = created.isDefault ? [.add(created), .makeDefault(created.id)] : [.add(created)]
        try await store.edit { _ in Changes(at: now, writes, journal: [entry]) }
        if created.isDefault { authentication.invalidateAll() }
        return created
    }

    /// Changes the plan; new streams follow it. Throws as `create`.
    package func edit(_ id: ID<Plan>, _ change: PlanChange, as caller: Caller) async throws -> Plan {
        try caller.require(.manageUsers)
        let now = clock.now()
        let edited = try await store.edit { plans -> (Changes<PlanWrite>?, Plan) in
            guard var plan = try plans.plan(id) else { throw Self.noSuchPlan }
            let wasDefault = plan.isDefault
            let fields = try PlanRules.apply(change, to: &plan)
            guard !fields.isEmpty else { return (nil, plan) }
            var details = Self.details(plan)
            details["fields"] = fields.joined(separator: ",")
            let writes: [PlanWrite] =
                plan.isDefault && !wasDefault ? [.update(plan), .makeDefault(id)] : [.update(plan)]
            return (Changes(at: now, writes, journal: [Self.entry("plan.edit", plan, caller, at: now, details)]), plan)
        }
        authentication.invalidateAll()
        return edited
    }

    /// Removes the plan; its users have the default plan then. Throws `conflict` with reason `default_plan` for the
    /// default plan.
    package func delete(_ id: ID<Plan>, as caller: Caller) async throws {
        try caller.require(.manageUsers)
        let now = clock.now()
        try await store.edit { plans in
            guard let plan = try plans.plan(id) else { throw Self.noSuchPlan }
            let members = try plans.memberCount(of: id)
            guard !plan.isDefault else {
                throw DomainError(
                    .conflict, "The default plan cannot be deleted. Make another plan the default first",
                    reason: "default_plan")
            }
            let details = ["name": plan.name, "members": "\(members)"]
            return Changes(at: now, .remove(id), journal: [Self.entry("plan.delete", plan, caller, at: now, details)])
        }
        authentication.invalidateAll()
    }

    private static func entry(
        _ action: String, _ plan: Plan, _ caller: Caller, at now: Timestamp, _ details: [String: String]
    ) -> JournalEntry {
        JournalEntry(at: now, by: caller.actor, action, .init("plan", plan.id), details: details)
    }

    private static func details(_ plan: Plan) -> [String: String] {
        func text(_ limit: (some BinaryInteger)?) -> String { limit.map { "\($0)" } ?? "none" }
        return [
            "name": plan.name, "streams": text(plan.limits.streams), "kbits": text(plan.limits.maximumBitrate),
            "upload": text(plan.limits.uploadQuota), "transfer": text(plan.limits.monthlyTransfer),
            "downloads": "\(plan.limits.allowsDownloads)", "default": "\(plan.isDefault)",
        ]
    }

    private static var noSuchPlan: DomainError { .notFound("There is no such plan") }
}
