package import Blobs
package import Primitives

/// Somebody who takes part, as others see them.
package struct BoardPerson: Sendable, Equatable {
    package let id: ID<Person>
    package let name: String
    package let picture: BlobKey?

    package init(id: ID<Person>, name: String, picture: BlobKey?) {
        self.id = id
        self.name = name
        self.picture = picture
    }
}
