package import Primitives

/// What people may take: a name and limits, given to many.
package struct Plan: Sendable, Equatable {
    package static let nameLimit = 60
    /// The one that there is from the beginning, without limits.
    package static let standardID = ID<Plan>("00000000-0000-7000-8000-000000000001")

    package let id: ID<Plan>
    package var name: String
    package var limits: PlanLimits
    /// Whether it is the plan of everybody who was given none. Exactly one is.
    package var isDefault: Bool
    package let createdAt: Timestamp

    package init(id: ID<Plan>, name: String, limits: PlanLimits, isDefault: Bool, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.limits = limits
        self.isDefault = isDefault
        self.createdAt = createdAt
    }

    /// By what two names are the same.
    package var nameKey: String { FoldedText.fold(name) }
}
