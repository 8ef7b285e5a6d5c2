package import Primitives
import Synchronization

/// Tells what shows a stored picture.
package protocol ImageAccessStore: Sendable {
    /// Grows whenever the catalogue changes.
    var revision: UInt64 { get }
    /// The libraries, by id, in which something shows `image`.
    func libraries(showing image: BlobKey) async throws -> Set<String>
    /// Whether something besides the music of a library shows `image` to the caller: a person, a wish, a playlist that they may read, their own
    /// shelf, a submission or a correction that they may see.
    func isShown(_ image: BlobKey, to caller: Principal) async throws -> Bool
}

/// Decides who sees a stored picture: whoever sees at least one thing that shows it. To know its hash is not enough.
///
/// Covers are asked for by the hundred, by everybody alike: in which libraries one is shown is remembered until the catalogue changes. What
/// people show or keep to themselves is looked up each time.
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
