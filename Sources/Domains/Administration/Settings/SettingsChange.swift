package import Primitives
import Shelf
import Submissions

/// What an admin sets; nil leaves it as it is.
package struct SettingsChange: Sendable {
    package var name: String?
    package var isRegistrationOpen: Bool?
    package var registrationRole: Role?
    /// Nil within for good.
    package var journalDays: Int??
    package var isSharingOpen: Bool?
    /// Nil within for no bound.
    package var sharingDays: Int??
    /// Whether people may import by link.
    package var areLinksOpen: Bool?
    /// As `LinkHostRule` reads them; none for all.
    package var linkHosts: [String]?
    /// As `LinkNetworkRule` reads them.
    package var linkNetworks: [String]?
    /// Whether names in tags that stand for several artists become these.
    package var splitsArtists: Bool?
    /// Empty text for the standard one.
    package var privacyPolicy: String?

    package init(
        name: String? = nil, isRegistrationOpen: Bool? = nil, registrationRole: Role? = nil, journalDays: Int?? = nil,
        isSharingOpen: Bool? = nil, sharingDays: Int?? = nil,
        areLinksOpen: Bool? = nil, linkHosts: [String]? = nil, linkNetworks: [String]? = nil,
        splitsArtists: Bool? = nil,
        privacyPolicy: String? = nil
    ) {
        self.name = name
        self.isRegistrationOpen = isRegistrationOpen
        self.registrationRole = registrationRole
        self.journalDays = journalDays
        self.isSharingOpen = isSharingOpen
        self.sharingDays = sharingDays
        self.areLinksOpen = areLinksOpen
        self.linkHosts = linkHosts
        self.linkNetworks = linkNetworks
        self.splitsArtists = splitsArtists
        self.privacyPolicy = privacyPolicy
    }

    /// The settings with this. Throws `invalid` with the field.
    func apply(to settings: GatewaySettings) throws(DomainError) -> GatewaySettings {
        var settings = settings
        if let name {
            let text = PlainText.line(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard PlainText.isVisible(text), text.count <= GatewaySettings.nameLimit else {
                throw .invalid("The gateway's name has 1 to \(GatewaySettings.nameLimit) characters", field: "name")
            }
            settings.name = text
        }
        if let isRegistrationOpen { settings.isRegistrationOpen = isRegistrationOpen }
        if let registrationRole {
            guard [Role.listener, .contributor].contains(registrationRole) else {
                throw .invalid("Who registers can be a listener or a contributor", field: "registrationRole")
            }
            settings.registrationRole = registrationRole
        }
        if let journalDays {
            if let journalDays, !GatewaySettings.journalDays.contains(Int64(journalDays)) {
                throw .invalid("The journal is kept for 30 days or more", field: "journalDays")
            }
            settings.journalDays = journalDays
        }
        if let isSharingOpen { settings.isSharingOpen = isSharingOpen }
        if let sharingDays {
            if let sharingDays, !GatewaySettings.sharingDays.contains(Int64(sharingDays)) {
                throw .invalid("A share lasts 1 to 3650 days", field: "sharingDays")
            }
            settings.sharingDays = sharingDays
        }
        if let splitsArtists { settings.splitsArtists = splitsArtists }
        if let privacyPolicy {
            let text = PlainText.lines(privacyPolicy)
            guard text.count <= PrivacyPolicy.limit else {
                throw .invalid("The policy has at most \(PrivacyPolicy.limit) characters", field: "privacyPolicy")
            }
            settings.privacyPolicy = text.isEmpty ? nil : text
        }
        try apply(to: &settings.links)
        return settings
    }

    private func apply(to links: inout LinkRules) throws(DomainError) {
        if let areLinksOpen { links.isEnabled = areLinksOpen }
        if let linkHosts {
            links.hosts = try Self.lines(linkHosts, "linkHosts").map { line throws(DomainError) in
                try LinkHostRule(line)
            }
        }
        if let linkNetworks {
            links.networks = try Self.lines(linkNetworks, "linkNetworks").map { line throws(DomainError) in
                try LinkNetworkRule(line)
            }
        }
    }

    private static func lines(_ lines: [String], _ field: String) throws(DomainError) -> [String] {
        let lines = lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        // To leave it out would make a list that bounds into none, which does not.
        guard !lines.contains("") else { throw .invalid("A line is empty", field: field) }
        guard lines.count <= LinkRules.longest else {
            throw .invalid("There are at most \(LinkRules.longest) lines", field: field)
        }
        return lines
    }
}
