package import Primitives

/// Which of a person's sessions are meant.
package enum SessionSelection: Sendable, Equatable {
    case one(ID<Session>)
    case allBut(ID<Session>)
    case all
}
