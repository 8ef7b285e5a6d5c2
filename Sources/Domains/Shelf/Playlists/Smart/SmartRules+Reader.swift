package import Primitives

/// Who a smart playlist is about.
extension SmartRules {
    /// The fields, and below the orders, whose result depends on who reads a playlist, beyond the libraries that a person sees.
    package static let readersFields: [SmartField] = [.lastPlayed, .playCount, .played, .liked, .rating]
    package static let readersOrders: [SmartOrder] = [.playCount, .lastPlayed, .liked, .rating]

    /// The person whose plays, likes and ratings the rules ask for, who sees what `caller` sees.
    package func subject(of owner: ID<Person>, for caller: Principal) -> Principal {
        guard perspective == .owner, owner != caller.user else { return caller }
        return Principal(user: owner, role: caller.role, libraries: caller.libraries)
    }
}
