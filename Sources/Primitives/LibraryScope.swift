/// Whose music a person gets to see: that of every library, or of some.
package enum LibraryScope: Sendable, Equatable {
    case everything
    /// Of the libraries with these ids, as text: the libraries themselves are the catalogue's business.
    case only(Set<String>)

    package func admits<Library>(_ library: ID<Library>) -> Bool {
        admits(library: library.rawValue)
    }

    package func admits(library: String) -> Bool {
        switch self {
        case .everything: true
        case .only(let libraries): libraries.contains(library)
        }
    }
}
