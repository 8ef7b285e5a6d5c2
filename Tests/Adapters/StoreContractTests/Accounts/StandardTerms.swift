import Accounts
import Primitives

extension PlanTerms {
    /// The terms of an account without an assigned plan: those of the plan that exists from the beginning.
    static let standard = PlanTerms(
        plan: ID("00000000-0000-7000-8000-000000000001"), name: "Standard", limits: .none)
}
