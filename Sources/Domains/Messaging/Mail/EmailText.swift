package import Accounts

/// The subject and text of an email, in the recipient's language. Values are names of users and of the server. They are
/// inserted as plain text, where nothing can be injected.
package struct EmailText: Sendable, Equatable {
    package let subject: String
    package let text: String

    /// - Parameters:
    ///   - parameters: `name` and `username` of the user; `title` and `about` of a notification; `hours` for which a
    ///     link to choose a new password is valid, where that is not one hour; for an invitation by link the inviter
    ///     (`by`) and the end of its validity (`until`).
    ///   - link: the page that the email leads to.
    ///   - site: the server's address.
    package init(
        _ kind: EmailKind, in locale: AccountLocale, _ parameters: [String: String], link: String?, site: String
    ) {
        let catalog = MessageCatalog.of(locale)
        let template = Self.template(kind, catalog, parameters)
        let hours = parameters["hours"] ?? "1"
        var values = parameters
        values["site"] = site
        values["link"] = link ?? site
        values["within"] = MessageCatalog.fill(catalog["within", number: hours], ["hours": hours])
        values["by"] = parameters["by"] ?? catalog["administrator"]
        values["about"] = Self.sentence(about: parameters["about"] ?? "", catalog)
        // The name of a visitor without an account is unknown.
        let greeting = catalog[kind == .joining ? "greetingUnnamed" : "greeting"]
        subject = MessageCatalog.fill(template.subject, values)
        text = MessageCatalog.fill(greeting + "\n\n" + template.body + "\n\n-- \n" + catalog["ending"], values)
    }

    private static func template(
        _ kind: EmailKind, _ catalog: MessageCatalog, _ parameters: [String: String]
    ) -> (subject: String, body: String) {
        guard kind != .overview else { return OverviewText.template(catalog, parameters) }
        return (catalog["\(kind.rawValue).subject"], catalog["\(kind.rawValue).body"])
    }

    /// The words for a notification of a kind. An unknown kind gets a general text.
    private static func sentence(about kind: String, _ catalog: MessageCatalog) -> String {
        catalog.text("notifications.\(kind)") ?? catalog["notifications.unknown"]
    }
}
