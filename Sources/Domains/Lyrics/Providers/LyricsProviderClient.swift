package import Catalog
package import Primitives

/// Asks providers over the network. It sends the names and the length of a song and the provider's key, and nothing
/// else. An implementation bounds the bytes, the time and the redirects of every answer, and connects to no private
/// address that the administrators have not allowed.
package protocol LyricsProviderClient: Sendable {
    /// The address in the form in which it is stored. Throws `invalid` with the field `url` for what is none.
    func base(_ text: String, of kind: LyricsProvider.Kind) throws(DomainError) -> String

    /// The provider's words of a song. An answer about a song that does not fit (`NamedTrack.fits`) counts as none.
    /// Throws `ServiceFailure`, or `CancellationError`.
    ///
    /// - Parameters:
    ///   - key: the opened key.
    ///   - country: the server's ISO 3166 code; nil if unknown.
    func find(
        _ song: NamedTrack, at provider: LyricsProvider, key: String?, country: String?
    ) async throws -> ProviderAnswer

    /// Sends one request that any provider of this kind answers. Throws as `find` does.
    func probe(_ provider: LyricsProvider, key: String?) async throws
}

/// A provider's answer about a song.
package enum ProviderAnswer: Sendable, Equatable {
    /// Texts with the provider's terms, the best first.
    case words([StoredLyrics])
    case instrumental
    /// There are words, which the provider does not give to this country.
    case restricted
    case none
}

extension ProviderAnswer {
    /// The largest number of bytes of one text.
    private static let textLimit = LyricsFormat.sizeLimit

    /// The answer without texts that cannot be the song's: empty ones, and those with times beyond its end.
    func credible(for song: NamedTrack) -> ProviderAnswer {
        guard case .words(let texts) = self else { return self }
        let kept = texts.filter { text in
            guard text.rights != nil, text.content.count <= Self.textLimit else { return false }
            let all = text.lyrics
            let last = all.flatMap(\.lines).compactMap(\.start).max() ?? 0
            let end = song.durationMilliseconds.map { $0 + NamedTrack.lengthTolerance } ?? .max
            return !all.isEmpty && Int64(last) <= end
        }
        return kept.isEmpty ? .none : .words(kept)
    }
}
