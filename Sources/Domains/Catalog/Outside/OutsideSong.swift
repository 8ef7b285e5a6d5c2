package import Primitives

/// A song of another service's catalog, as that describes it.
package struct OutsideSong: Sendable, Hashable {
    /// Its number at the service.
    package let id: Int64
    package let named: NamedTrack
    package let isExplicit: Bool
    /// `YYYY-MM-DD`.
    package let releaseDate: String?
    package let genre: String?
    package let trackNumber: Int?
    /// The address of its picture, for the server alone.
    package let picture: String?
    /// The address of its preview, for the server alone.
    package let preview: String?

    package init(
        id: Int64, named: NamedTrack, isExplicit: Bool = false, releaseDate: String? = nil, genre: String? = nil,
        trackNumber: Int? = nil, picture: String? = nil, preview: String? = nil
    ) {
        self.id = id
        self.named = named
        self.isExplicit = isExplicit
        self.releaseDate = releaseDate
        self.genre = genre
        self.trackNumber = trackNumber
        self.picture = picture
        self.preview = preview
    }
}

/// The service that admins have set up.
package struct OutsideServer: Sendable, Hashable {
    package let isOn: Bool
    /// The address before the paths of the service.
    package let base: String
    /// The ISO 3166 code of the shop that is searched.
    package let country: String

    package init(isOn: Bool, base: String, country: String) {
        self.isOn = isOn
        self.base = base
        self.country = country
    }
}

/// A song that was found, with the own track that is the same song, if the caller sees one.
package struct OutsideResult: Sendable {
    package let song: OutsideSong
    package let track: TrackItem?
}

/// The outcome of a search.
package enum OutsideAnswer: Sendable {
    /// An admin has not switched it on.
    case off
    /// The best first; empty where the service has nothing of that name.
    case found([OutsideResult])
    /// The service failed, or too much was asked.
    case unavailable(retryAfter: Duration)
}

/// The two files of a song that are passed on.
package enum OutsideFileKind: String, Sendable {
    case picture, preview

    /// The media types that are served, by the name under which such a file is cached.
    var mediaTypes: [(name: String, type: String)] {
        switch self {
        case .picture: ImageKind.allCases.map { ("\($0)", $0.mediaType) }
        case .preview: PreviewKind.allCases.map { ($0.rawValue, $0.mediaType) }
        }
    }

    /// The name of the media type by the first bytes; nil for a file of another kind. What a server declares counts for
    /// nothing.
    func name(sniffing bytes: [UInt8]) -> String? {
        switch self {
        case .picture: ImageKind(sniffing: bytes).map { "\($0)" }
        case .preview: PreviewKind(sniffing: bytes)?.rawValue
        }
    }
}

/// The audio formats of previews that browsers play.
private enum PreviewKind: String, CaseIterable {
    case mp4, mpeg, ogg, flac, wav

    var mediaType: String { "audio/\(rawValue)" }

    init?(sniffing bytes: [UInt8]) {
        let head = Array(bytes.prefix(12))
        guard head.count == 12 else { return nil }
        if head[4..<8].elementsEqual("ftyp".utf8) {
            self = .mp4
        } else if head.starts(with: "ID3".utf8) || head[0] == 0xFF && head[1] & 0xE0 == 0xE0 {
            self = .mpeg
        } else if head.starts(with: "OggS".utf8) {
            self = .ogg
        } else if head.starts(with: "fLaC".utf8) {
            self = .flac
        } else if head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WAVE".utf8) {
            self = .wav
        } else {
            return nil
        }
    }
}

/// Asks the service over the network. It sends the words, the country and its own name, and nothing about users. An
/// implementation bounds the bytes, the time and the redirects of every answer, and connects to no private address that
/// the administrators have not allowed. Throws `ServiceFailure`, or `CancellationError`.
package protocol OutsideCatalogClient: Sendable {
    /// At most `limit` songs, the best first.
    func search(_ text: String, limit: Int, at server: OutsideServer) async throws -> [OutsideSong]

    /// Nil where the service has no such song.
    func song(_ id: Int64, at server: OutsideServer) async throws -> OutsideSong?

    /// The whole content of a file that the service has named. Throws `large` above `limit` bytes.
    func file(at address: String, upTo limit: Int, of server: OutsideServer) async throws -> [UInt8]
}

/// Finds own tracks that are songs of another service.
package protocol OwnSongStore: Sendable {
    /// For each song the track that is it at least likely (`SongMatching`), if the scope has one.
    func tracks(for songs: [NamedTrack], in scope: LibraryScope) async throws -> [ID<Track>?]
}

extension DomainError {
    package static let noOutsideSong = notFound("The outside catalog has no such song")
    package static let outsideOff = DomainError(
        .conflict, "The outside catalog is switched off", reason: "outside_off")

    static func noOutsideFile(_ kind: OutsideFileKind) -> DomainError {
        .notFound("The song has no \(kind.rawValue)")
    }

    static func outsideUnavailable(for rest: Duration) -> DomainError {
        DomainError(
            .unavailable, "The outside catalog does not answer. Try again later.", reason: "outside_unavailable",
            retryAfter: rest)
    }
}
