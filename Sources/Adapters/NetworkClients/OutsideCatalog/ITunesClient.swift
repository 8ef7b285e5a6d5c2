package import Catalog
import Primitives

/// Asks a catalog that speaks the iTunes Search API (Apple, "iTunes Search API", Constructing Searches and Understanding
/// Search Results).
package struct ITunesClient: OutsideCatalogClient {
    /// Four seconds to answer, ten in all: a picture or preview of the largest size at 4 Mbit/s.
    private static let fileTime = LinkLimits(
        reach: .seconds(4), pace: .seconds(4), paceBytes: 1024, whole: .seconds(10))
    /// The size of the small picture in its address, and of the one that is fetched instead.
    private static let pictureSizes = (named: "100x100bb", fetched: "600x600bb")
    private static let longestSong: ClosedRange<Double> = 1...86_400_000

    private let reader: GuardedReader

    package init(reader: GuardedReader) {
        self.reader = reader
    }

    package func search(_ text: String, limit: Int, at server: OutsideServer) async throws -> [OutsideSong] {
        let query = [
            ("term", text), ("media", "music"), ("entity", "song"), ("limit", "\(limit)"),
            ("country", server.country),
        ]
        return try await songs("/search", query, upTo: limit, at: server)
    }

    package func song(_ id: Int64, at server: OutsideServer) async throws -> OutsideSong? {
        try await songs("/lookup", [("id", "\(id)"), ("country", server.country)], upTo: 1, at: server)
            .first { $0.id == id }
    }

    private func songs(
        _ path: String, _ query: [(name: String, value: String)], upTo limit: Int, at server: OutsideServer
    ) async throws -> [OutsideSong] {
        let pairs = query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        let document = try await reader.read(server.base + path + "?" + pairs)
        guard !Self.refusesQuestion(document.status) else { return [] }
        if let failure = document.reply.failure { throw failure }
        guard document.status == 200, let answer = ProviderObject(try ProviderObject.document(document.content)),
            answer.number("resultCount") != nil
        else { throw ServiceFailure(.malformed) }
        return answer.objects("results", upTo: limit).compactMap(Self.song)
    }

    /// Whether the status is about the words of one user, and not about the service: it may be asked by others.
    private static func refusesQuestion(_ status: Int) -> Bool {
        (400..<500).contains(status) && ![401, 402, 403, 407, 429].contains(status)
    }

    /// Nil for anything but a song with a number, a title and an artist.
    private static func song(_ object: ProviderObject) -> OutsideSong? {
        guard object.text("wrapperType") == "track", object.text("kind") == "song",
            let number = object.number("trackId").flatMap({ Int64(exactly: $0) }), number > 0,
            let title = object.name("trackName"), let artist = object.name("artistName")
        else { return nil }
        let length = object.number("trackTimeMillis").flatMap { longestSong.contains($0) ? Int64($0) : nil }
        return OutsideSong(
            id: number,
            named: NamedTrack(
                title: title, artist: artist, album: object.name("collectionName"), durationMilliseconds: length),
            isExplicit: object.text("trackExplicitness") == "explicit",
            releaseDate: object.text("releaseDate").flatMap(date), genre: object.name("primaryGenreName"),
            trackNumber: object.number("trackNumber").flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil },
            picture: object.name("artworkUrl100").flatMap {
                file($0.replacing(pictureSizes.named, with: pictureSizes.fetched))
            },
            preview: object.name("previewUrl").flatMap(file))
    }

    /// The day of a time in ISO 8601.
    private static func date(_ text: String) -> String? {
        let day = text.prefix(10)
        let isDay =
            day.utf8.count == 10
            && zip(day, "0000-00-00").allSatisfy { $1 == "-" ? $0 == "-" : $0.isASCII && $0.isNumber }
        return isDay ? String(day) : nil
    }

    private static func file(_ text: String) -> String? { (try? LinkAddress(text))?.text }

    package func file(at address: String, upTo limit: Int, of server: OutsideServer) async throws -> [UInt8] {
        guard
            let content = try await reader.file(
                at: address, of: server.base, accept: "*/*", within: Self.fileTime, upTo: limit)
        else { throw ServiceFailure(.malformed) }
        return content
    }
}
