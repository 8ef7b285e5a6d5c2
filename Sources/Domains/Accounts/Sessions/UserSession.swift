/// A session with its person, read together.
package struct UserSession: Sendable {
    package let session: SessionRecord
    package let user: User

    package init(session: SessionRecord, user: User) {
        self.session = session
        self.user = user
    }
}
