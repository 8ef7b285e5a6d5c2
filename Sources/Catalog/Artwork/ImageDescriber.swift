import Blobs
package import Primitives

/// Finds out the size and colors of covers that nobody has looked into: new ones at the end of a scan, and those that
/// an earlier version has left behind.
package struct ImageDescriber: Sendable {
    private static let page = 64

    private let store: any ImageFactsStore
    private let processor: any ImageProcessor
    private let clock: any WallClock
    private let concurrency: Int

    /// - Parameter concurrency: how many pictures are looked into at a time.
    package init(
        store: any ImageFactsStore, processor: any ImageProcessor, clock: any WallClock, concurrency: Int = 2
    ) {
        self.store = store
        self.processor = processor
        self.clock = clock
        self.concurrency = max(1, concurrency)
    }

    /// Looks into all of them. Ends early, without an error, when nothing can be found out at present.
    package func describeAll() async throws {
        var last: BlobKey?
        while true {
            try Task.checkCancellation()
            let images = try await store.undescribed(after: last, at: clock.now(), limit: Self.page)
            guard let end = images.last else { return }
            last = end
            let findings = await look(into: images)
            try Task.checkCancellation()
            if !findings.isEmpty { try await store.record(findings) }
            // A missing file is no reason to stop; when not one picture could be read, more will not be.
            guard !findings.isEmpty || images.count < Self.page else { return }
        }
    }

    private func look(into images: [BlobKey]) async -> [ImageFinding] {
        await withTaskGroup(of: ImageFinding?.self) { group in
            var rest = images[...]
            for image in rest.prefix(concurrency) { group.addTask { await look(into: image) } }
            rest = rest.dropFirst(concurrency)
            var findings: [ImageFinding] = []
            for await finding in group {
                if let finding { findings.append(finding) }
                if let image = rest.popFirst(), !Task.isCancelled { group.addTask { await look(into: image) } }
            }
            return findings
        }
    }

    private func look(into image: BlobKey) async -> ImageFinding? {
        do throws(ImageFailure) {
            return ImageFinding(image, .facts(try await processor.facts(of: image)))
        } catch {
            guard case .broken(let problem) = error else { return nil }
            return .broken(image, problem, at: clock.now())
        }
    }
}
