/// Somebody as others see them: who posts, wishes, gives, decides or shares.
package struct NamedPerson: Sendable, Equatable {
    package let id: ID<Person>
    package let name: String
    package let picture: BlobKey?

    package init(id: ID<Person>, name: String, picture: BlobKey?) {
        self.id = id
        self.name = name
        self.picture = picture
    }
}
