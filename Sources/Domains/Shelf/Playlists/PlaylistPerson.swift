package import Primitives

/// Somebody who owns or edits a playlist.
package struct PlaylistPerson: Sendable, Equatable {
    package let id: ID<Person>
    package let username: String
    package let name: String

    package init(id: ID<Person>, username: String, name: String) {
        self.id = id
        self.username = username
        self.name = name
    }
}
