import Accounts
import Primitives

extension PlanTerms {
    /// The terms of an account without an assigned plan.
    static let standard = PlanTerms(plan: Plan.standardID, name: "Standard", limits: .none)
}
