package import Primitives
import Shelf

/// An admin's changes to the settings; nil leaves a setting as it is.
package struct SettingsChange: Sendable {
    package var name: String?
    package var isRegistrationOpen: Bool?
    package var registrationRole: Role?
    /// The inner nil is for ever.
    package var journalDays: Int??
    package var isSharingOpen: Bool?
    /// The inner nil is no limit.
    package var sharingDays: Int??
    /// Whether users may import by link.
    package var areLinksOpen: Bool?
    /// Lines that `LinkHostRule` parses; an empty list allows all hosts.
    package var linkHosts: [String]?
    /// Lines that `LinkNetworkRule` parses.
    package var linkNetworks: [String]?
    /// Whether artist names in tags that stand for several artists are split.
    package var splitsArtists: Bool?
    /// Whether lyrics that users write are written into files beside the music too.
    package var writesLyricsFiles: Bool?
    /// Whether users may play on the machine's own speaker.
    package var isJukeboxOn: Bool?
    /// Whether users may play on the renderers of the local network that admins allow.
    package var areRenderersOn: Bool?
    package var podcasts = PodcastSettingsChange()
    /// Whether users may hand on their plays to a server that speaks ListenBrainz.
    package var handsOnPlays: Bool?
    /// The address of that server.
    package var listenBrainzURL: String?
    package var outside = OutsideSettingsChange()
    /// Empty text restores the standard policy.
    package var privacyPolicy: String?

    package init() {}

    /// The settings with this change. Throws `invalid` with the field.
    func apply(to settings: ServerSettings) throws(DomainError) -> ServerSettings {
        var settings = settings
        if let name {
            let text = PlainText.line(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard PlainText.isVisible(text), text.count <= ServerSettings.nameLimit else {
                throw .invalid("The server's name has 1 to \(ServerSettings.nameLimit) characters", field: "name")
            }
            settings.name = text
        }
        if let isRegistrationOpen { settings.isRegistrationOpen = isRegistrationOpen }
        if let registrationRole {
            guard [Role.listener, .contributor].contains(registrationRole) else {
                throw .invalid("New accounts can have the role listener or contributor", field: "registrationRole")
            }
            settings.registrationRole = registrationRole
        }
        if let journalDays {
            if let journalDays, !ServerSettings.journalDays.contains(Int64(journalDays)) {
                throw .invalid("The journal is retained for 30 days or more", field: "journalDays")
            }
            settings.journalDays = journalDays
        }
        if let isSharingOpen { settings.isSharingOpen = isSharingOpen }
        if let sharingDays {
            if let sharingDays, !ServerSettings.sharingDays.contains(Int64(sharingDays)) {
                throw .invalid("A share lasts 1 to 3650 days", field: "sharingDays")
            }
            settings.sharingDays = sharingDays
        }
        if let splitsArtists { settings.splitsArtists = splitsArtists }
        if let writesLyricsFiles { settings.writesLyricsFiles = writesLyricsFiles }
        if let isJukeboxOn { settings.isJukeboxOn = isJukeboxOn }
        if let areRenderersOn { settings.areRenderersOn = areRenderersOn }
        if let handsOnPlays { settings.handsOnPlays = handsOnPlays }
        if let listenBrainzURL {
            // The version in the paths of ListenBrainz' API is 1.
            settings.listenBrainzURL = try ServiceBase.text(
                listenBrainzURL, without: ["/", "/1"], like: "https://api.listenbrainz.org", field: "listenBrainzURL")
        }
        if let privacyPolicy {
            let text = PlainText.lines(privacyPolicy)
            guard text.count <= PrivacyPolicy.limit else {
                throw .invalid("The policy has at most \(PrivacyPolicy.limit) characters", field: "privacyPolicy")
            }
            settings.privacyPolicy = text.isEmpty ? nil : text
        }
        try apply(to: &settings.links)
        try outside.apply(to: &settings.outside)
        try podcasts.apply(to: &settings.podcasts)
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
        // Skipping an empty line could turn a list that restricts into an empty one, which does not.
        guard !lines.contains("") else { throw .invalid("A line is empty", field: field) }
        guard lines.count <= LinkRules.longest else {
            throw .invalid("There are at most \(LinkRules.longest) lines", field: field)
        }
        return lines
    }
}
