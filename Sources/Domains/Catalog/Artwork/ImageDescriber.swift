package import Primitives

/// Determines the size and colors of pictures that have not been analyzed: new ones at the end of a scan, and those
/// that an earlier version left out.
package struct ImageDescriber: Sendable {
    private static let page = 64

    private let store: any ImageFactsStore
    private let processor: any ImageProcessor
    private let clock: any WallClock
    private let concurrency: Int

    /// - Parameter concurrency: the number of pictures that are analyzed at a time.
    package init(
        store: any ImageFactsStore, processor: any ImageProcessor, clock: any WallClock, concurrency: Int = 2
    ) {
        self.store = store
        self.processor = processor
        self.clock = clock
        self.concurrency = max(1, concurrency)
    }

    /// Analyzes all pending pictures. Returns early, without an error, if no picture can be analyzed at present.
    package func describeAll() async throws {
        var last: BlobKey?
        while true {
            try Task.checkCancellation()
            let images = try await store.undescribed(after: last, at: clock.now(), limit: Self.page)
            guard let end = images.last else { return }
            last = end
            let analyses = await analyze(images)
            try Task.checkCancellation()
            let findings = analyses.compactMap { analysis in
                if case .finding(let finding) = analysis { finding } else { nil }
            }
            if !findings.isEmpty { try await store.record(findings) }
            guard !analyses.contains(where: { if case .impossible = $0 { true } else { false } }) else { return }
        }
    }

    /// Analyzes a new picture. Throws `unsupportedMediaType` if it cannot be shown, and `unavailable` if it cannot be
    /// analyzed at present.
    func require(_ image: BlobKey) async throws {
        switch await analyze(image) {
        case .finding(let finding):
            if case .broken = finding.outcome {
                throw DomainError(
                    .unsupportedMediaType, "The picture is damaged and cannot be shown", reason: "picture_type")
            }
            try await store.record([finding])
        case .nothing, .impossible:
            throw DomainError(
                .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                retryAfter: .seconds(5))
        }
    }

    private enum Analysis: Sendable {
        case finding(ImageFinding)
        /// The picture is not stored.
        case nothing
        /// The picture cannot be analyzed at present.
        case impossible
    }

    private func analyze(_ images: [BlobKey]) async -> [Analysis] {
        await withTaskGroup(of: Analysis.self) { group in
            var rest = images[...]
            for image in rest.prefix(concurrency) { group.addTask { await analyze(image) } }
            rest = rest.dropFirst(concurrency)
            var analyses: [Analysis] = []
            for await analysis in group {
                analyses.append(analysis)
                if let image = rest.popFirst(), !Task.isCancelled { group.addTask { await self.analyze(image) } }
            }
            return analyses
        }
    }

    private func analyze(_ image: BlobKey) async -> Analysis {
        do throws(ImageFailure) {
            return .finding(ImageFinding(image: image, outcome: .facts(try await processor.facts(of: image))))
        } catch {
            return switch error {
            case .broken(let problem): .finding(.broken(image, problem, at: clock.now()))
            case .missing: .nothing
            case .unavailable: .impossible
            }
        }
    }
}
