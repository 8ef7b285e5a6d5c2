import Catalog
import Foundation
import Lyrics
import Primitives

/// LRCLIB's requests: one song by its names and length, and the search where that finds none.
struct LRCLIBClient: Sendable {
    /// The results of a search that are looked at; the service gives no more.
    private static let most = 20
    /// The lengths in seconds that the service takes.
    private static let lengths: ClosedRange<Int64> = 1...3600

    let request: ProviderRequest

    func find(_ song: NamedTrack) async throws -> ProviderAnswer {
        let seconds = song.durationMilliseconds.map { ($0 + 500) / 1000 }.flatMap {
            Self.lengths.contains($0) ? "\($0)" : nil
        }
        let names = [("track_name", song.title as String?), ("artist_name", song.artist)]
        let exact = try await get(
            "/api/get", names + [("album_name", song.album.flatMap { $0.isEmpty ? nil : $0 }), ("duration", seconds)])
        if let exact {
            guard let object = ProviderObject(exact) else { throw ServiceFailure(.malformed) }
            let answer = answer(object, to: song)
            if answer != .none { return answer }
        }
        // The service compares albums exactly, and lengths more strictly than songs are compared here.
        guard let found = try await get("/api/search", names) else { return .none }
        guard found is [Any] else { throw ServiceFailure(.malformed) }
        let answers = ProviderObject.objects(found, upTo: Self.most).map { answer($0, to: song) }
        return answers.first(where: Self.isTimed) ?? answers.first { $0 != .none } ?? .none
    }

    func probe(_ song: NamedTrack) async throws {
        let names = [("track_name", song.title as String?), ("artist_name", song.artist)]
        guard let found = try await get("/api/search", names) else { throw ServiceFailure(.malformed) }
        guard found is [Any] else { throw ServiceFailure(.malformed) }
    }

    /// Nil where the service knows no such song.
    private func get(_ path: String, _ query: [(name: String, value: String?)]) async throws -> Any? {
        let document = try await request.get(path, query)
        // Names that the service does not take are not those of a song it has.
        if document.status == 400 { return nil }
        if let failure = document.reply.failure { throw failure }
        let content = try ProviderObject.document(document.content)
        guard document.status == 404 else { return content }
        // Any server answers 404; this service says so in JSON.
        guard content is [String: Any] else { throw ServiceFailure(.malformed) }
        return nil
    }

    private func answer(_ object: ProviderObject, to song: NamedTrack) -> ProviderAnswer {
        guard let title = object.name("trackName") ?? object.name("name"), let artist = object.name("artistName")
        else { return .none }
        let offered = NamedTrack(
            title: title, artist: artist, album: object.name("albumName"),
            durationMilliseconds: object.length("duration"))
        guard song.fits(offered) else { return .none }
        let texts = [object.text("syncedLyrics"), object.text("plainLyrics")].compactMap(\.self)
        guard !texts.isEmpty else { return object.flag("instrumental") == true ? .instrumental : .none }
        let rights = LyricsRights(provider: request.provider.name)
        return .words(
            texts.map {
                StoredLyrics(source: .provider, language: nil, format: .lrc, content: Array($0.utf8), rights: rights)
            })
    }

    private static func isTimed(_ answer: ProviderAnswer) -> Bool {
        guard case .words(let texts) = answer else { return false }
        return texts.contains { $0.lyrics.contains { $0.isSynced } }
    }
}
