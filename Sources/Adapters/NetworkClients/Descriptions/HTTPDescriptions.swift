package import Catalog
package import Primitives

/// Asks MusicBrainz, the Cover Art Archive and fanart.tv, or mirrors of theirs, by HTTP.
package struct HTTPDescriptions: DescriptionClient {
    private let reader: GuardedReader

    package init(reader: GuardedReader) {
        self.reader = reader
    }

    package func base(_ text: String) throws(DomainError) -> String {
        try LinkAddress.base(text, without: ["/"])
    }

    package func releases(_ names: AlbumNames, at setup: OpenedSetup) async throws -> [FoundRelease] {
        try await MusicBrainzClient(request: request(setup)).releases(names)
    }

    package func facts(
        of ids: ReleaseIDs, at setup: OpenedSetup
    ) async throws -> (ids: ReleaseIDs, firstReleased: String?)? {
        try await MusicBrainzClient(request: request(setup)).facts(of: ids)
    }

    package func biography(
        of artist: String, at setup: OpenedSetup
    ) async throws -> (text: String, page: String?)? {
        try await MusicBrainzClient(request: request(setup)).biography(of: artist)
    }

    package func covers(of ids: ReleaseIDs, at setup: OpenedSetup) -> [PicturePlace] {
        CoverArtArchiveClient(request: request(setup)).covers(of: ids)
    }

    package func portrait(of artist: String, at setup: OpenedSetup) async throws -> PicturePlace? {
        try await FanartClient(request: request(setup)).portrait(of: artist)
    }

    package func picture(at place: PicturePlace, of setup: OpenedSetup) async throws -> [UInt8]? {
        try await request(setup).picture(place.address)
    }

    package func probe(_ setup: OpenedSetup) async throws {
        let request = request(setup)
        switch setup.source {
        case .musicBrainz: try await MusicBrainzClient(request: request).probe()
        case .coverArtArchive: try await CoverArtArchiveClient(request: request).probe()
        case .fanart: try await FanartClient(request: request).probe()
        }
    }

    private func request(_ setup: OpenedSetup) -> DescriptionRequest {
        DescriptionRequest(setup: setup, reader: reader)
    }
}

/// Requests to one source.
struct DescriptionRequest: Sendable {
    /// The Beatles, whom every mirror knows.
    static let knownArtist = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"
    /// Ten seconds to answer, and half a minute for all of a picture.
    private static let time = LinkLimits(reach: .seconds(10), pace: .seconds(10), paceBytes: 1024, whole: .seconds(30))
    private static let documentLimit = 2 << 20
    private static let pictureLimit = 10 << 20

    let setup: OpenedSetup
    let reader: GuardedReader

    /// A JSON document; nil where the source knows nothing of it. Throws `ServiceFailure`.
    ///
    /// - Parameters:
    ///   - path: begins with a slash.
    ///   - secrets: fields that only the source itself receives.
    func document(_ path: String, secrets: [(name: String, value: String)] = []) async throws -> Any? {
        guard
            let content = try await reader.file(
                at: setup.base + path, of: setup.base, accept: "application/json", secrets: secrets,
                within: Self.time, upTo: Self.documentLimit)
        else { return nil }
        return try ProviderObject.document(content)
    }

    /// The same where the document must be there and be an object: any server answers that it knows nothing.
    func known(_ path: String, secrets: [(name: String, value: String)] = []) async throws -> ProviderObject {
        guard let object = ProviderObject(try await document(path, secrets: secrets)) else {
            throw ServiceFailure(.malformed)
        }
        return object
    }

    /// The bytes of a picture; nil where there is none. Throws `ServiceFailure`.
    ///
    /// - Parameter address: one that the source has named, or a part of its own.
    func picture(_ address: String) async throws -> [UInt8]? {
        try await reader.file(
            at: address, of: setup.base, accept: "image/jpeg, image/png, image/*;q=0.5", within: Self.time,
            upTo: Self.pictureLimit)
    }
}
