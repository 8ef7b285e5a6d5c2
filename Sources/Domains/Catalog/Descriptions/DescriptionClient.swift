package import Primitives

/// Asks the sources over the network. An implementation bounds the bytes, the time and the redirects of every answer,
/// and connects to no private address that the administrators have not allowed.
///
/// Every method that asks sends one request, and throws `ServiceFailure` or `CancellationError`. Nil is an answer: the
/// source knows nothing.
package protocol DescriptionClient: Sendable {
    /// The address in the form in which it is stored. Throws `invalid` with the field `url` for what is none.
    func base(_ text: String) throws(DomainError) -> String

    /// Releases that may be the album, the best first, by MusicBrainz' search.
    func releases(_ names: AlbumNames, at setup: OpenedSetup) async throws -> [FoundRelease]

    /// The ids of an album and the day of its first release: `1999`, `1999-04` or `1999-04-12`.
    ///
    /// - Parameter ids: one of them is there.
    func facts(
        of ids: ReleaseIDs, at setup: OpenedSetup
    ) async throws -> (ids: ReleaseIDs, firstReleased: String?)?

    /// The beginning of the article about an artist, which MusicBrainz passes on from Wikipedia, as plain text, and the
    /// page that shows all of it.
    ///
    /// - Parameter artist: a MusicBrainz id.
    func biography(of artist: String, at setup: OpenedSetup) async throws -> (text: String, page: String?)?

    /// The places of the front cover of a release, and of its group, without asking.
    func covers(of ids: ReleaseIDs, at setup: OpenedSetup) -> [PicturePlace]

    /// The place of the picture of an artist that most people like there.
    ///
    /// - Parameter artist: a MusicBrainz id.
    func portrait(of artist: String, at setup: OpenedSetup) async throws -> PicturePlace?

    /// The bytes of a picture that the source has named.
    func picture(at place: PicturePlace, of setup: OpenedSetup) async throws -> [UInt8]?

    /// Asks for something that every service of this kind knows.
    func probe(_ setup: OpenedSetup) async throws
}

/// The place of a picture at a source.
package struct PicturePlace: Sendable, Equatable {
    package let address: String
    /// The page that shows it there, for people.
    package let page: String

    package init(address: String, page: String) {
        self.address = address
        self.page = page
    }
}

/// A source as it is asked.
package struct OpenedSetup: Sendable {
    package let source: DescriptionSource
    package let base: String
    package let key: String?
}
