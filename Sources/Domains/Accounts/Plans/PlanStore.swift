package import Journal
package import Primitives

/// The storage of plans. Every method is one transaction. `edit` throws `conflict` with reason `plan_exists` for a name
/// that another plan has.
package protocol PlanStore: ChangeStore where State == any PlanState, Write == PlanWrite {
    /// By name, each with its number of users.
    func plans() async throws -> [(plan: Plan, members: Int)]
    func plan(_ id: ID<Plan>) async throws -> Plan?
    /// The plan that applies to this user; nil when there is no such user.
    func terms(of person: ID<Person>) async throws -> PlanTerms?
}

/// The plans as they are within a transaction, for decisions that must hold when they are written.
package protocol PlanState {
    func plan(_ id: ID<Plan>) throws -> Plan?
    /// The number of users to whom the plan was assigned.
    func memberCount(of plan: ID<Plan>) throws -> Int
}

/// A write to the stored plans.
package enum PlanWrite: Sendable {
    /// Adds a plan that is not the default.
    case add(Plan)
    /// Changes the plan's name and limits.
    case update(Plan)
    /// Makes the plan the only default.
    case makeDefault(ID<Plan>)
    /// Removes the plan; its users have the default plan then.
    case remove(ID<Plan>)
}

extension DomainError {
    package static let planExists = DomainError(
        .conflict, "Another plan has this name. Choose another one", reason: "plan_exists", field: "name")
}
