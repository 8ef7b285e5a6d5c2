package import Primitives

/// The settings that an admin changes while the server runs. The others belong to the operator: flags, environment and
/// the configuration file.
package struct ServerSettings: Sendable, Equatable {
    package static let nameLimit = 40
    /// The bounds of the setting `journalDays`.
    package static let journalDays: ClosedRange<Int64> = 30...36_500
    package static let sharingDays: ClosedRange<Int64> = 1...3650

    /// The server's own name.
    package var name = "Rondo"
    /// Whether visitors may make accounts without an invitation.
    package var isRegistrationOpen = false
    /// The role of users who register.
    package var registrationRole = Role.contributor
    /// The number of days for which the journal is retained; nil for ever.
    package var journalDays: Int?
    /// Whether users may share by links that need no account.
    package var isSharingOpen = true
    /// The longest lifetime of such a link in days; nil for no limit.
    package var sharingDays: Int?
    /// The rules for imports by link.
    package var links = LinkRules()
    /// Whether artist names in tags that stand for several artists are split.
    package var splitsArtists = true
    /// Whether lyrics that users write are written into files beside the music too.
    package var writesLyricsFiles = false
    /// Whether users may play on the machine's own speaker.
    package var isJukeboxOn = false
    /// Whether users may play on the renderers of the local network that admins allow.
    package var areRenderersOn = false
    package var podcasts = PodcastSettings()
    /// Whether users may hand on their plays to a server that speaks ListenBrainz.
    package var handsOnPlays = false
    /// The address of that server, before the paths of the service.
    package var listenBrainzURL = "https://api.listenbrainz.org"
    /// The outside catalog that the search asks.
    package var outside = OutsideSettings()
    /// The admin's text in place of the standard privacy policy.
    package var privacyPolicy: String?

    /// Reads stored settings. Settings that are missing keep their defaults.
    package init(stored: [String: String]) {
        if let name = stored["name"] { self.name = name }
        isRegistrationOpen = stored["registration.open"] == "true"
        if let role = stored["registration.role"].flatMap(Role.init(rawValue:)) { registrationRole = role }
        journalDays = stored["journal.days"].flatMap { Int($0) }
        isSharingOpen = stored["sharing.open"] != "false"
        sharingDays = stored["sharing.days"].flatMap { Int($0) }
        links = LinkRules(stored: stored)
        splitsArtists = stored["artists.split"] != "false"
        writesLyricsFiles = stored["lyrics.files"] == "true"
        isJukeboxOn = stored["jukebox"] == "true"
        areRenderersOn = stored["renderers"] == "true"
        podcasts = PodcastSettings(stored: stored)
        handsOnPlays = stored["scrobbling"] == "true"
        if let address = stored["scrobbling.url"] { listenBrainzURL = address }
        outside = OutsideSettings(stored: stored)
        privacyPolicy = stored["privacy.policy"]
    }

    package var stored: [String: String] {
        var stored = [
            "name": name, "registration.open": "\(isRegistrationOpen)", "registration.role": registrationRole.rawValue,
            "sharing.open": "\(isSharingOpen)", "artists.split": "\(splitsArtists)",
            "lyrics.files": "\(writesLyricsFiles)", "jukebox": "\(isJukeboxOn)",
            "renderers": "\(areRenderersOn)",
            "scrobbling": "\(handsOnPlays)", "scrobbling.url": listenBrainzURL,
        ]
        stored["journal.days"] = journalDays.map(String.init)
        stored["sharing.days"] = sharingDays.map(String.init)
        stored["privacy.policy"] = privacyPolicy
        for part in [links.stored, podcasts.stored, outside.stored] { stored.merge(part) { first, _ in first } }
        return stored
    }
}

extension LinkRules {
    /// A list that cannot be read switches imports off, because it may have been the one that restricted them.
    fileprivate init(stored: [String: String]) {
        let hosts = (stored["links.hosts"] ?? "").split(separator: " ").map { try? LinkHostRule(String($0)) }
        let networks = (stored["links.networks"] ?? "").split(separator: " ").map { try? LinkNetworkRule(String($0)) }
        self.init(
            isEnabled: stored["links.open"] != "false" && !hosts.contains(nil) && !networks.contains(nil),
            hosts: hosts.compactMap { $0 }, networks: networks.compactMap { $0 })
    }

    fileprivate var stored: [String: String] {
        [
            "links.open": "\(isEnabled)", "links.hosts": hosts.map(\.text).joined(separator: " "),
            "links.networks": networks.map(\.text).joined(separator: " "),
        ]
    }
}
