package import Primitives

extension JSONWriter {
    /// The ids of the libraries; null for all of them.
    package mutating func field(_ name: StaticString, _ libraries: LibraryScope) {
        key(name)
        switch libraries {
        case .everything: null()
        case .only(let ids): array(ids.sorted()) { $0.value($1) }
        }
    }
}
