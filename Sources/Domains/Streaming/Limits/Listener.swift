package import Primitives

/// Who is given a stream, as far as limits and what admins see of it are concerned.
package struct Listener: Sendable, Hashable {
    /// Whose plan it counts for.
    package let person: ID<Person>
    /// Always the same for one player: what it signed in with. Two requests of one player for the same track are one stream.
    package let player: String
    /// Where it is sent to.
    package let address: String
    /// Somebody who has the link of a share of that person. Visitors have as many streams as the person, all together, and take none of
    /// the person's own.
    package let isVisitor: Bool

    package init(person: ID<Person>, player: String, address: String, isVisitor: Bool = false) {
        self.person = person
        self.player = player
        self.address = address
        self.isVisitor = isVisitor
    }

    /// Whose conversions and streams count together.
    package var account: String { isVisitor ? "visitors of " + person.rawValue : person.rawValue }
}
