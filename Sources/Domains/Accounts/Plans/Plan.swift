package import Primitives

/// A named set of limits that many users can share.
package struct Plan: Sendable, Equatable {
    package static let nameLimit = 60

    package let id: ID<Plan>
    package var name: String
    package var limits: PlanLimits
    /// Whether users without a plan have this one. Exactly one plan is the default.
    package var isDefault: Bool
    package let createdAt: Timestamp

    package init(id: ID<Plan>, name: String, limits: PlanLimits, isDefault: Bool, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.limits = limits
        self.isDefault = isDefault
        self.createdAt = createdAt
    }

    /// Two names with the same key count as the same.
    package var nameKey: String { FoldedText.fold(name) }
}

/// The plan that applies to a user, read together with the account.
package struct PlanTerms: Sendable, Hashable {
    package static let none = PlanTerms(plan: nil, name: "", limits: .none)

    package let plan: ID<Plan>?
    package let name: String
    package let limits: PlanLimits

    package init(plan: ID<Plan>?, name: String, limits: PlanLimits) {
        self.plan = plan
        self.name = name
        self.limits = limits
    }
}
