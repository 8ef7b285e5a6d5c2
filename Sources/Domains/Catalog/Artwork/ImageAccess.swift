package import Primitives
import Synchronization

/// Finds the items that show a stored picture.
package protocol ImageAccessStore: Sendable {
    /// Grows whenever the catalog changes.
    var revision: UInt64 { get }
    /// The ids of the libraries in which an item shows `image`.
    func libraries(showing image: BlobKey) async throws -> Set<String>
    /// Whether anything other than a library's music shows `image` to the caller: a user, a wish, a playlist that they
    /// may read, their own shelf, or a submission or correction that they may see.
    func isShown(_ image: BlobKey, to caller: Principal) async throws -> Bool
}

/// Decides whether a caller may see a stored picture: they must see at least one item that shows it. Knowing its hash
/// is not enough.
///
/// Covers are requested by the hundred, and the answer is the same for all users: the libraries that show a cover are
/// cached until the catalog changes. Pictures that users show or keep private are looked up each time.
final class ImageAccess: Sendable {
    private struct Known {
        var revision: UInt64 = 0
        var libraries: [BlobKey: Set<String>] = [:]
    }

    private static let most = 4096

    private let store: any ImageAccessStore
    private let known = Mutex(Known())

    init(store: any ImageAccessStore) {
        self.store = store
    }

    func admits(_ caller: Principal, to image: BlobKey) async throws -> Bool {
        if try await libraries(showing: image).contains(where: { caller.libraries.admits(library: $0) }) { return true }
        return try await store.isShown(image, to: caller)
    }

    private func libraries(showing image: BlobKey) async throws -> Set<String> {
        let revision = store.revision
        let found = known.withLock { $0.revision == revision ? $0.libraries[image] : nil }
        if let found { return found }
        let libraries = try await store.libraries(showing: image)
        known.withLock { known in
            if known.revision != revision || known.libraries.count >= Self.most {
                known.libraries.removeAll(keepingCapacity: true)
                known.revision = revision
            }
            known.libraries[image] = libraries
        }
        return libraries
    }
}
