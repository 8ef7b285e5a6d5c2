import Accounts
import Primitives

extension PlanTerms {
    /// What an account is read with that was given no plan.
    static let standard = PlanTerms(plan: Plan.standardID, name: "Standard", limits: .none)
}
