package import Catalog
package import Lyrics
package import Primitives

/// Asks providers by HTTP, in the shapes of two services (lrclib.net/docs; Musixmatch's API 1.1). Another Rondo answers
/// in both, under `/lrclib` and `/musixmatch`.
package struct HTTPLyricsProviders: LyricsProviderClient {
    /// The longest text of a query that is sent.
    private static let longestName = 400

    private let reader: GuardedReader

    package init(reader: GuardedReader) {
        self.reader = reader
    }

    package func base(_ text: String, of kind: LyricsProvider.Kind) throws(DomainError) -> String {
        try LinkAddress.base(text, without: kind == .lrclib ? ["/", "/api"] : ["/", "/ws/1.1", "/ws"])
    }

    package func find(
        _ song: NamedTrack, at provider: LyricsProvider, key: String?, country: String?
    ) async throws -> ProviderAnswer {
        // A song without names could only get another's words.
        let names = [song.title, song.artist]
        guard names.allSatisfy({ name in name.contains { $0.isLetter || $0.isNumber } }),
            names.allSatisfy({ $0.count <= Self.longestName })
        else { return .none }
        let request = ProviderRequest(provider: provider, key: key, reader: reader)
        switch provider.kind {
        case .lrclib: return try await LRCLIBClient(request: request).find(song)
        case .musixmatch: return try await MusixmatchClient(request: request, country: country).find(song)
        }
    }

    package func probe(_ provider: LyricsProvider, key: String?) async throws {
        let request = ProviderRequest(provider: provider, key: key, reader: reader)
        let song = NamedTrack(title: "Yesterday", artist: "The Beatles")
        switch provider.kind {
        case .lrclib: try await LRCLIBClient(request: request).probe(song)
        case .musixmatch: try await MusixmatchClient(request: request, country: nil).probe(song)
        }
    }
}

extension LinkAddress {
    /// The address of a service as it is stored. Throws `invalid` with the field `url` for what is none.
    ///
    /// - Parameter endings: what the service's own paths begin with, which people copy along.
    static func base(_ text: String, without endings: [String]) throws(DomainError) -> String {
        guard !text.contains("?"), !text.contains("#") else {
            throw .invalid("The address has no query", field: "url")
        }
        var base = try LinkAddress(text).text
        while let ending = endings.first(where: { base.hasSuffix($0) }) { base.removeLast(ending.count) }
        guard base.utf8.count <= 500 else { throw .invalid("The address is too long", field: "url") }
        return base
    }
}

/// Requests to one provider.
struct ProviderRequest: Sendable {
    let provider: LyricsProvider
    let key: String?
    let reader: GuardedReader

    /// Throws `ServiceFailure`.
    ///
    /// - Parameter keyName: the parameter that carries the key; nil where it is a bearer token.
    func get(
        _ path: String, _ query: [(name: String, value: String?)], keyName: String? = nil
    ) async throws -> GuardedReader.Document {
        var query = query
        var secrets: [(name: String, value: String)] = []
        if let key {
            if let keyName { query.append((keyName, key)) } else { secrets.append(("Authorization", "Bearer \(key)")) }
        }
        let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return try await reader.read(
            provider.base + path + "?" + pairs.joined(separator: "&"), secrets: secrets)
    }
}
