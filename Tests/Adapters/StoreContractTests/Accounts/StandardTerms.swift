import Accounts
import Primitives

extension PlanTerms {
    /// The terms of an account that was given no plan.
    static let standard = PlanTerms(plan: Plan.standardID, name: "Standard", limits: .none)
}
