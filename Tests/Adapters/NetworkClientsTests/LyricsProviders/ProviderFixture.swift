import Catalog
import Foundation
import Lyrics
import NIOCore
import NetworkClients
import Primitives
import Support

/// Providers on this machine, and the client that queries them.
struct ProviderFixture {
    static let song = NamedTrack(
        title: "Żółw & co", artist: "Łona", album: "Nic dziwnego", durationMilliseconds: 200_000)

    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] {
            IPAddress(host == "public.example" ? "127.0.0.1" : host).map { [$0] } ?? []
        }

        func own() async throws -> Set<IPAddress> { [] }
    }

    let server: FileServer
    let client: HTTPLyricsProviders
    let provider: LyricsProvider
    var key: String?

    /// - Parameters:
    ///   - limits: short ones, so that tests of slow replies are fast.
    ///   - isAllowed: whether the admins allow the server's address, which is private.
    init(
        _ kind: LyricsProvider.Kind, path: String = "", limits: GuardedReader.Limits = .patient(),
        isAllowed: Bool = true, _ respond: @escaping @Sendable (_ head: String) -> [FileServer.Step]
    ) async throws {
        server = try await FileServer(respond)
        let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(server.port)")] : []
        client = HTTPLyricsProviders(
            reader: GuardedReader(
                resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"), limits: limits,
                networks: { networks }))
        provider = LyricsProvider(
            id: ID("p"), kind: kind, name: "somewhere", base: "http://127.0.0.1:\(server.port)\(path)",
            isEnabled: true, changedAt: Timestamp(milliseconds: 0))
    }

    func find(_ song: NamedTrack = Self.song, country: String? = nil) async throws -> ProviderAnswer {
        try await client.find(song, at: provider, key: key, country: country)
    }

    /// The failure of a lookup, or nil if it did not fail.
    func failure() async throws -> ServiceFailure? {
        do {
            _ = try await find()
            return nil
        } catch let failure as ServiceFailure {
            return failure
        }
    }

    static func json(_ text: String, _ status: String = "200 OK", _ fields: [String] = []) -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: application/json"] + fields, Array(text.utf8))
    }

    static func lines(_ answer: ProviderAnswer) -> [String] {
        guard case .words(let texts) = answer else { return ["\(answer)"] }
        return texts.map { String(decoding: $0.content, as: UTF8.self) }
    }
}
