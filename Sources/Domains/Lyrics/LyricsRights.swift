package import Primitives

/// The terms under which a provider gave lyrics. They are handed on with the lyrics.
package struct LyricsRights: Sendable, Equatable {
    /// The name of the provider.
    package var provider: String
    /// The notice that must be shown with the lyrics.
    package var copyright: String?
    /// Addresses that the provider counts views by: of a picture, a script and a frame.
    package var pixelTrackingURL: String?
    package var scriptTrackingURL: String?
    package var htmlTrackingURL: String?
    /// The provider's own page about the lyrics.
    package var backlinkURL: String?
    /// ISO 3166 codes of two upper-case letters; nil for everywhere.
    package var countries: Set<String>?
    /// Nil where the provider does not say.
    package var isExplicit: Bool?
    /// The time from which the lyrics may no longer be stored or shown; nil for never.
    package var expiresAt: Timestamp?

    /// The code that some providers list for the whole world.
    private static let world = "XW"

    package init(
        provider: String, copyright: String? = nil, pixelTrackingURL: String? = nil, scriptTrackingURL: String? = nil,
        htmlTrackingURL: String? = nil, backlinkURL: String? = nil, countries: Set<String>? = nil,
        isExplicit: Bool? = nil, expiresAt: Timestamp? = nil
    ) {
        self.provider = provider
        self.copyright = copyright
        self.pixelTrackingURL = pixelTrackingURL
        self.scriptTrackingURL = scriptTrackingURL
        self.htmlTrackingURL = htmlTrackingURL
        self.backlinkURL = backlinkURL
        self.countries = countries
        self.isExplicit = isExplicit
        self.expiresAt = expiresAt
    }

    /// Whether the lyrics may be served and shown in a country. A server of unknown country serves only what is free
    /// everywhere.
    package func allow(country: String?) -> Bool {
        guard let countries, !countries.contains(Self.world) else { return true }
        return country.map(countries.contains) ?? false
    }

    /// Whether the license still lets the lyrics be stored and shown.
    package func isCurrent(at now: Timestamp) -> Bool { expiresAt.map { $0 > now } ?? true }
}

extension [StoredLyrics] {
    /// The texts that have not expired.
    package func current(at now: Timestamp) -> [StoredLyrics] {
        filter { $0.rights?.isCurrent(at: now) ?? true }
    }

    /// The texts that may be served in a country.
    package func served(in country: String?) -> [StoredLyrics] {
        filter { $0.rights?.allow(country: country) ?? true }
    }
}
