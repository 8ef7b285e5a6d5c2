import Journal
package import Primitives

/// Plans: what there are, and what each allows. Who has which is `UserAdministrationService`'s business, to hold people to them
/// `StreamAdmission`'s.
package struct PlanService: Sendable {
    private let store: any PlanStore
    private let authentication: Authentication
    private let clock: any WallClock

    package init(store: any PlanStore, authentication: Authentication, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.authentication = authentication
        self.clock = clock
    }

    /// By name, each with how many people have it, by the default's holding for them too.
    package func list(as caller: Caller) async throws -> [(plan: Plan, members: Int)] {
        try caller.require(.manageUsers)
        return try await store.plans()
    }

    package func get(named name: String, as caller: Caller) async throws -> Plan {
        let key = FoldedText.fold(name)
        guard
            let found = try await list(as: caller).first(where: {
                $0.plan.nameKey == key || $0.plan.id.rawValue == name
            })
        else { throw Self.noSuchPlan }
        return found.plan
    }

    /// How many bytes of music this person may have waiting for a decision; nil for any number. For whoever takes uploads.
    package func uploadQuota(for person: ID<Person>) async throws -> Int64? {
        try await store.terms(of: person)?.limits.uploadQuota
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
        try await store.create(
            created, journal: Self.entry("plan.create", created, caller, at: now, Self.details(created)))
        if created.isDefault { authentication.invalidateAll() }
        return created
    }

    /// What changes holds from the next stream on. Throws as `create`.
    package func edit(_ id: ID<Plan>, _ change: PlanChange, as caller: Caller) async throws -> Plan {
        try caller.require(.manageUsers)
        let now = clock.now()
        let edited = try await store.edit(id) { plan in
            let fields = try PlanRules.apply(change, to: &plan)
            guard !fields.isEmpty else { return nil }
            var details = Self.details(plan)
            details["fields"] = fields.joined(separator: ",")
            return Self.entry("plan.edit", plan, caller, at: now, details)
        }
        guard let edited else { throw Self.noSuchPlan }
        authentication.invalidateAll()
        return edited
    }

    /// Who had it has the default plan then. Throws `conflict` with reason `default_plan` for that one.
    package func delete(_ id: ID<Plan>, as caller: Caller) async throws {
        try caller.require(.manageUsers)
        let now = clock.now()
        let isGone = try await store.delete(id) { plan, members in
            guard !plan.isDefault else {
                throw DomainError(
                    .conflict, "The default plan cannot be deleted: make another one the default first",
                    reason: "default_plan")
            }
            return Self.entry(
                "plan.delete", plan, caller, at: now, ["name": plan.name, "members": "\(members)"])
        }
        guard isGone else { throw Self.noSuchPlan }
        authentication.invalidateAll()
    }

    private static func entry(
        _ action: String, _ plan: Plan, _ caller: Caller, at now: Timestamp, _ details: [String: String]
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: caller.actor, action, JournalEntry.Subject(kind: "plan", id: plan.id.rawValue),
            details: details)
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
