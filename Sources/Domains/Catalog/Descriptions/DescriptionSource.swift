package import Primitives

/// A public database of music, which the server asks about artists and albums where an admin has switched it on.
package enum DescriptionSource: String, Sendable, CaseIterable {
    /// Ids, release dates and biographies, by MusicBrainz' web service 2 (musicbrainz.org/doc/MusicBrainz_API).
    case musicBrainz = "musicbrainz"
    /// Covers of albums by MusicBrainz' ids (musicbrainz.org/doc/Cover_Art_Archive/API).
    case coverArtArchive = "coverartarchive"
    /// Pictures of artists by MusicBrainz' ids, by API version 3 (fanart.tv/api-docs). It wants a key.
    case fanart

    /// The address of the service itself.
    package var standardBase: String {
        switch self {
        case .musicBrainz: "https://musicbrainz.org"
        case .coverArtArchive: "https://coverartarchive.org"
        case .fanart: "https://webservice.fanart.tv"
        }
    }

    package var needsKey: Bool { self == .fanart }
}

/// How a source is set up.
package struct DescriptionSetup: Sendable, Equatable {
    package let source: DescriptionSource
    /// The address before the service's own paths, without a slash at its end: the service itself, or a mirror.
    package var base: String
    /// Sealed for the source; nil for none.
    package var sealedKey: [UInt8]?
    package var isOn: Bool

    package init(_ source: DescriptionSource, base: String? = nil, sealedKey: [UInt8]? = nil, isOn: Bool = false) {
        self.source = source
        self.base = base ?? source.standardBase
        self.sealedKey = sealedKey
        self.isOn = isOn
    }
}

/// Changes of a source; nil leaves a part as it is.
package struct DescriptionSourceChange: Sendable {
    /// The inner nil is the service's own address.
    package var base: String??
    /// The inner nil removes the key.
    package var key: String??
    package var isOn: Bool?

    package init(base: String?? = nil, key: String?? = nil, isOn: Bool? = nil) {
        self.base = base
        self.key = key
        self.isOn = isOn
    }
}

/// Where a fact or a picture comes from, as it is shown beside it.
package struct DescriptionCredit: Sendable, Equatable {
    package enum Origin: String, Sendable, CaseIterable {
        case musicBrainz = "musicbrainz"
        case wikipedia
        case coverArtArchive = "coverartarchive"
        case fanart

        /// Its own name, which is the same in every language.
        package var name: String {
            switch self {
            case .musicBrainz: "MusicBrainz"
            case .wikipedia: "Wikipedia"
            case .coverArtArchive: "Cover Art Archive"
            case .fanart: "fanart.tv"
            }
        }

        /// The name of the license; nil where the rights stay with whoever made it.
        ///
        /// MusicBrainz' core data are in the public domain (musicbrainz.org/doc/About/Data_License).
        package var license: String? {
            switch self {
            case .musicBrainz: "CC0 1.0"
            case .wikipedia: "CC BY-SA 4.0"
            case .coverArtArchive, .fanart: nil
            }
        }

        /// The page with the text of the license.
        package var licensePage: String? {
            switch self {
            case .musicBrainz: "https://creativecommons.org/publicdomain/zero/1.0/"
            case .wikipedia: "https://creativecommons.org/licenses/by-sa/4.0/"
            case .coverArtArchive, .fanart: nil
            }
        }
    }

    package let origin: Origin
    /// The page that shows it there, for people; `https` always.
    package let page: String?

    package init(_ origin: Origin, page: String? = nil) {
        self.origin = origin
        self.page = page
    }
}
