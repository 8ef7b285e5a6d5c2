import Foundation
package import Primitives

/// The rules that make users' names and addresses distinct.
enum NameRules {
    /// Throws `invalid` for a new user name that commands and paths would not take for a name, and `conflict` for a new
    /// name that could be confused with another user's, and for an address that another account can restore. A user who
    /// already has such a name may keep it.
    ///
    /// - Parameter before: nil for a new account.
    static func check(_ user: User, since before: User?, in accounts: some AccountState) throws {
        try checkNames(of: user, since: before, in: accounts)
        if let email = user.email, try accounts.isRestorable(email, besides: user.id) { throw DomainError.emailTaken }
    }

    private static func checkNames(of user: User, since before: User?, in accounts: some AccountState) throws {
        let hasNewUsername = before?.username.text != user.username.text
        let hasNewDisplayName = before?.displayName != user.displayName
        guard hasNewUsername || hasNewDisplayName else { return }
        if hasNewUsername { try checkForm(of: user.username) }
        let (username, displayName) = (ConfusableNames.of(user.username.text), ConfusableNames.of(user.displayName))
        try accounts.forEachName(besides: user.id) { otherUsername, otherDisplayName in
            let taken = [ConfusableNames.of(otherUsername), ConfusableNames.of(otherDisplayName)]
            if hasNewUsername, taken.contains(username) { throw DomainError.usernameTaken }
            if hasNewDisplayName, taken.contains(displayName) { throw DomainError.displayNameTaken }
        }
    }

    /// Throws `invalid` for the names of options (`--all`) and folders (`..`), for paths, and for the form of an id. The
    /// key has ordinary dashes, dots and slashes in the place of wide ones.
    static func checkForm(of name: Username) throws(DomainError) {
        let key = name.key
        if key.hasPrefix("-") { throw reserved("A user name cannot begin with a dash") }
        if key.allSatisfy({ $0 == "." }) { throw reserved("A user name cannot consist of dots") }
        if key.contains(where: { $0 == "/" || $0 == "\\" }) {
            throw reserved("A user name cannot contain a slash or a backslash")
        }
        if UUID(uuidString: key) != nil { throw reserved("A user name cannot have the form of an id") }
    }

    private static func reserved(_ fault: String) -> DomainError {
        .invalid("\(fault). Choose another one", field: "username", reason: "username_reserved")
    }
}

extension DomainError {
    package static let usernameTaken = DomainError(
        .conflict, "This user name is taken. Choose another one", reason: "username_taken", field: "username")

    static let displayNameTaken = DomainError(
        .conflict, "Another user has this name, or a similar one. Choose another one", reason: "display_name_taken",
        field: "displayName")

    package static let emailTaken = DomainError(
        .conflict, "Another account has this email address. Use another one", reason: "email_taken", field: "email")

    package static let unknownLibrary = DomainError.invalid(
        "libraries contains an unknown library", field: "libraries")

    package static let unknownPlan = DomainError.invalid("There is no such plan", field: "plan")
}
