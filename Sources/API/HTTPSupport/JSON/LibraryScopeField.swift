package import Primitives

extension JSONWriter {
    /// The ids of the libraries; null for all of them.
    package mutating func field(_ name: StaticString, _ libraries: LibraryScope) {
        key(name)
        if let ids = libraries.libraries {
            array(ids.sorted()) { $0.value($1) }
        } else {
            null()
        }
    }
}
