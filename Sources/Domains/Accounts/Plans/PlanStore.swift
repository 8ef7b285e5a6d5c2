package import Journal
package import Primitives

/// What plans need from storage. Every method is one transaction.
package protocol PlanStore: Sendable {
    /// By name, each with how many people have it.
    func plans() async throws -> [(plan: Plan, members: Int)]
    func plan(_ id: ID<Plan>) async throws -> Plan?
    /// The plan that holds for this person; nil when there is no such person.
    func terms(of person: ID<Person>) async throws -> PlanTerms?
    /// Throws `conflict` with reason `plan_exists` for a name that another has; one that is to be the default takes that from the other.
    func create(_ plan: Plan, journal entry: JournalEntry) async throws
    /// Loads the plan, changes it and saves it; nil when there is none. Nothing is written where `change` gives no entry. Throws as `create`.
    func edit(
        _ id: ID<Plan>, _ change: @escaping @Sendable (inout Plan) throws -> JournalEntry?
    ) async throws -> Plan?
    /// Who had it has the default plan then. False when there is none. `entry` is made from it and its number of people, and may refuse by
    /// throwing.
    func delete(
        _ id: ID<Plan>, _ entry: @escaping @Sendable (Plan, Int) throws -> JournalEntry
    ) async throws -> Bool
}
