import Primitives

/// Reads the tags of files, a few at a time.
struct ReadTagsStep: Sendable {
    struct ReadFile: Sendable {
        let candidate: FolderComparison.Candidate
        let result: Result<MediaFile, FileProblem>
    }

    let reader: any TagReader
    let concurrency: Int

    /// The results in the order of `candidates`. Throws only if the scan is cancelled; then no result can be relied on.
    func read(
        _ candidates: [FolderComparison.Candidate], in root: LibraryRoot, progress: ScanProgress
    ) async throws -> [ReadFile] {
        progress.enter(.readTags)
        var results: [ReadFile?] = Array(repeating: nil, count: candidates.count)
        await withTaskGroup(of: (Int, ReadFile).self) { group in
            var next = 0
            func add() {
                guard next < candidates.count, !Task.isCancelled else { return }
                let (index, candidate) = (next, candidates[next])
                next += 1
                group.addTask { (index, await read(candidate, in: root)) }
            }
            for _ in 0..<concurrency { add() }
            for await (index, file) in group {
                results[index] = file
                progress.count { $0.filesRead += 1 }
                add()
            }
        }
        try Task.checkCancellation()
        return results.compactMap(\.self)
    }

    private func read(_ candidate: FolderComparison.Candidate, in root: LibraryRoot) async -> ReadFile {
        do throws(FileProblem) {
            return ReadFile(
                candidate: candidate, result: .success(try await reader.read(candidate.path, in: root.path)))
        } catch {
            return ReadFile(candidate: candidate, result: .failure(error))
        }
    }
}
