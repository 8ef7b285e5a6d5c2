package import Primitives

/// Reads the catalogue for clients that copy whole libraries: by position, and everything about each item at once. What is missing or
/// out of scope is not there.
package protocol BrowsingStore: Sendable {
    /// Those that were not removed, by name.
    func libraries(in scope: LibraryScope) async throws -> [LibraryReference]
    /// How many tracks there are.
    func trackCount(in scope: LibraryScope) async throws -> Int

    /// The list of `CatalogStore.albums`.
    func albums(_ query: AlbumQuery, in window: ListWindow) async throws -> [AlbumProfile]
    /// The list of `CatalogStore.tracks`.
    func tracks(_ query: TrackQuery, in window: ListWindow) async throws -> [TrackDetails]
    /// The list of `CatalogStore.artists`.
    func artists(role: ArtistRole?, in scope: LibraryScope, _ window: ListWindow) async throws -> [ArtistProfile]
    /// By its folded name; nil for one that no track has.
    func genre(named name: String) async throws -> ID<Genre>?

    /// In the order of `ids`, repeated where they repeat, without those that are not there.
    func albums(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumProfile]
    func artists(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistProfile]
    func tracks(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails]

    func contents(of album: ID<Album>, in scope: LibraryScope) async throws -> AlbumContents?
    func contents(of artist: ID<Artist>, in scope: LibraryScope) async throws -> ArtistContents?
    func contents(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderContents?
    func meaning(of folder: ID<Folder>, in scope: LibraryScope) async throws -> FolderMeaning?
    /// The top of each library that holds music, by the library's name.
    func tops(in scope: LibraryScope) async throws -> [FolderContents]

    func search(_ query: SearchQuery, in scope: LibraryScope, _ windows: SearchWindows) async throws
        -> WideSearchResults
}
