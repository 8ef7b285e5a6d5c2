import Catalog
import Primitives

extension BrowsingService {
    /// A folder of the disk as the album or artist that it is, for calls that know nothing of folders; everything else as it is.
    func tagged(_ id: SubsonicID?, as caller: Principal) async throws -> SubsonicID? {
        guard case .folder(let folder) = id else { return id }
        switch try await meaning(of: folder, as: caller) {
        case .album(let album): return .album(album)
        case .artist(let artist): return .artist(artist)
        case nil: return id
        }
    }
}
