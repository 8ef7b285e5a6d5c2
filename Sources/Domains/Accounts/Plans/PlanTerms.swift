package import Primitives

/// The plan that holds for a person, as it is read together with their account.
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
