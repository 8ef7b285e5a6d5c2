/// Why a letter did not get through.
package struct MailFailure: Error, Sendable, Equatable {
    /// The server will never take this letter.
    package let isPermanent: Bool
    package let text: String

    package init(isPermanent: Bool = false, _ text: String) {
        self.isPermanent = isPermanent
        self.text = text
    }
}
