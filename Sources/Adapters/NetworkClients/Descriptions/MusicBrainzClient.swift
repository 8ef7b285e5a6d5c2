import Catalog
import Primitives

/// MusicBrainz' web service 2 (musicbrainz.org/doc/MusicBrainz_API), and the articles that its site passes on.
struct MusicBrainzClient: Sendable {
    /// The releases of a search that are looked at.
    private static let most = 10
    /// The longest text of a search.
    private static let longestName = 300
    /// The longest article in bytes of HTML; the rest of a longer one is left out.
    private static let longestArticle = 100_000

    let request: DescriptionRequest

    func releases(_ names: AlbumNames) async throws -> [FoundRelease] {
        guard [names.title, names.artist].allSatisfy({ (1...Self.longestName).contains($0.count) }) else { return [] }
        let query = "release:\(Self.quoted(names.title)) AND artist:\(Self.quoted(names.artist))"
        let path = "/ws/2/release?query=\(query.percentEncoded)&fmt=json&limit=\(Self.most)"
        return try await request.known(path).objects("releases", upTo: Self.most).compactMap(Self.release)
    }

    private static func release(_ object: ProviderObject) -> FoundRelease? {
        guard let id = object.musicBrainzID("id"), let title = object.name("title") else { return nil }
        let artists = object.objects("artist-credit", upTo: 20).compactMap { credit -> FoundRelease.Artist? in
            guard let artist = credit.object("artist"), let id = artist.musicBrainzID("id"),
                let name = credit.name("name") ?? artist.name("name")
            else { return nil }
            return FoundRelease.Artist(id: id, name: name)
        }
        return FoundRelease(
            id: id, releaseGroup: object.object("release-group")?.musicBrainzID("id"), title: title, artists: artists,
            trackCount: object.number("track-count").flatMap { Int(exactly: $0) } ?? 0)
    }

    func facts(of ids: ReleaseIDs) async throws -> (ids: ReleaseIDs, firstReleased: String?)? {
        if let release = ids.release, Self.isID(release) {
            let path = "/ws/2/release/\(release)?inc=release-groups&fmt=json"
            guard let found = ProviderObject(try await request.document(path)) else { return nil }
            let group = found.object("release-group")
            // An id that was merged into another is answered by that one.
            let ids = ReleaseIDs(
                release: found.musicBrainzID("id") ?? release, group: group?.musicBrainzID("id") ?? ids.group)
            return (ids, group?.day("first-release-date") ?? found.day("date"))
        }
        guard let group = ids.group, Self.isID(group),
            let found = ProviderObject(try await request.document("/ws/2/release-group/\(group)?fmt=json"))
        else { return nil }
        let known = ReleaseIDs(release: ids.release, group: found.musicBrainzID("id") ?? group)
        return (known, found.day("first-release-date"))
    }

    /// The site answers `{"wikipediaExtract": null}` where it knows no article.
    func biography(of artist: String) async throws -> (text: String, page: String?)? {
        guard Self.isID(artist), let document = try await request.document("/artist/\(artist)/wikipedia-extract")
        else { return nil }
        guard let answer = ProviderObject(document) else { throw ServiceFailure(.malformed) }
        guard let extract = answer.object("wikipediaExtract"), let html = extract.text("content") else { return nil }
        let text = HTMLText.plain(html.prefix(bytes: Self.longestArticle))
        return text.isEmpty ? nil : (text, extract.page("url"))
    }

    func probe() async throws {
        let artist = try await request.known("/ws/2/artist/\(DescriptionRequest.knownArtist)?fmt=json")
        guard artist.name("name") != nil else { throw ServiceFailure(.malformed) }
    }

    /// Whether it is a MusicBrainz id: a UUID (RFC 9562), which is safe within a path.
    static func isID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
            && text.utf8.count == 36
    }

    /// A phrase of Lucene's query syntax.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension ProviderObject {
    func musicBrainzID(_ name: String) -> String? {
        self.name(name).flatMap { MusicBrainzClient.isID($0) ? $0.lowercased() : nil }
    }

    /// `1999`, `1999-04` or `1999-04-12`; nil for anything else.
    func day(_ name: String) -> String? {
        guard let text = self.name(name) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard [[4], [4, 2], [4, 2, 2]].contains(parts.map(\.utf8.count)),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), year > 0
        else { return nil }
        return text
    }

    /// The address of a page that a browser may open: https, and not long.
    func page(_ name: String) -> String? {
        text(name).flatMap { $0.hasPrefix("https://") && $0.utf8.count <= 1024 ? $0 : nil }
    }
}
