import Catalog
import Primitives

/// The Cover Art Archive (musicbrainz.org/doc/Cover_Art_Archive/API). It answers by a redirect to the picture.
struct CoverArtArchiveClient: Sendable {
    /// The width of the pictures, in pixels; the archive also has 250 and 500.
    private static let width = 1200

    let request: DescriptionRequest

    func covers(of ids: ReleaseIDs) -> [PicturePlace] {
        [("release", ids.release), ("release-group", ids.group)].compactMap { kind, id in
            guard let id, MusicBrainzClient.isID(id) else { return nil }
            return PicturePlace(
                address: "\(request.setup.base)/\(kind)/\(id)/front-\(Self.width)",
                page: "https://musicbrainz.org/\(kind)/\(id)/cover-art")
        }
    }

    /// Asks for the list of pictures of a release that the archive's documentation names.
    func probe() async throws {
        let known = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
        let answer = try await request.known("/release/\(known)")
        guard !answer.objects("images", upTo: 1).isEmpty else { throw ServiceFailure(.malformed) }
    }
}

/// The API of fanart.tv, version 3 (fanart.tv/api-docs/music-api).
struct FanartClient: Sendable {
    private static let most = 50

    let request: DescriptionRequest

    /// The place of the picture that most people like; the first of several.
    func portrait(of artist: String) async throws -> PicturePlace? {
        guard MusicBrainzClient.isID(artist),
            let document = try await request.document(Self.path(of: artist), secrets: secrets)
        else { return nil }
        guard let answer = ProviderObject(document) else { throw ServiceFailure(.malformed) }
        let pictures = answer.objects("artistthumb", upTo: Self.most)
        let liked = pictures.compactMap { picture in picture.text("url").map { ($0, picture.count("likes")) } }
        let best = liked.reduce(nil as (String, Int)?) { best, next in next.1 > best?.1 ?? -1 ? next : best }
        return best.map { PicturePlace(address: $0.0, page: "https://fanart.tv/artist/\(artist)/") }
    }

    func probe() async throws {
        _ = try await request.known(Self.path(of: DescriptionRequest.knownArtist), secrets: secrets)
    }

    private static func path(of artist: String) -> String { "/v3/music/\(artist)" }

    private var secrets: [(name: String, value: String)] {
        request.setup.key.map { [(name: "api-key", value: $0)] } ?? []
    }
}

extension ProviderObject {
    /// A number that the service writes as one, or as text; 0 for what is neither.
    fileprivate func count(_ name: String) -> Int {
        number(name).flatMap { Int(exactly: $0) } ?? text(name).flatMap { Int($0) } ?? 0
    }
}
