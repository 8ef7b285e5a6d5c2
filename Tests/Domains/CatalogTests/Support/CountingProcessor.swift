import Primitives
import Catalog
import Synchronization

/// Stands in for the image workers, which have their own tests. It records what is requested. While it is held, no
/// request finishes.
final class CountingProcessor: ImageProcessor {
    private struct State {
        var renderings: [Rendition] = []
        var descriptions: [BlobKey] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var failure: ImageFailure?
        var damaged: Set<BlobKey> = []
    }

    private let state = Mutex(State())

    var renderings: [Rendition] { state.withLock { $0.renderings } }
    var descriptions: [BlobKey] { state.withLock { $0.descriptions } }

    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func fail(with failure: ImageFailure?) {
        state.withLock { $0.failure = failure }
    }

    /// From now on these images cannot be decoded.
    func damage(_ images: [BlobKey?]) {
        state.withLock { $0.damaged.formUnion(images.compactMap(\.self)) }
    }

    func facts(of image: BlobKey) async throws(ImageFailure) -> ImageFacts {
        let failure = state.withLock { state in
            state.descriptions.append(image)
            return state.damaged.contains(image) ? .broken(FileProblem(.truncated, "It ends early.")) : state.failure
        }
        if let failure { throw failure }
        return ImageFacts(
            width: 30, height: 20,
            colors: [
                ImageColor(red: 200, green: 16, blue: 0, share: 750),
                ImageColor(red: 255, green: 255, blue: 255, share: 250),
            ])
    }

    func render(_ rendition: Rendition) async throws(ImageFailure) -> [UInt8] {
        let failure = state.withLock { state in
            state.renderings.append(rendition)
            return state.failure
        }
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        if let failure { throw failure }
        return Array(rendition.name.utf8)
    }
}
