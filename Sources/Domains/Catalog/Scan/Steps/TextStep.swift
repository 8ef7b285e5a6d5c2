import Primitives

/// Reads text files that lie beside the music.
struct TextStep: Sendable {
    let reader: any TagReader
    let root: LibraryRoot

    /// One that cannot be read is noted without its text, and not tried again until it changes.
    func read(_ file: FolderComparison.Text, of folder: [UInt8]) async throws -> ScanBatch.FolderText? {
        guard
            let path = LibraryPath(
                bytes: folder.isEmpty ? file.file.name : folder + [UInt8(ascii: "/")] + file.file.name)
        else { return nil }
        try Task.checkCancellation()
        let text = await bytes(path).map(TextDecoding.text)
        return ScanBatch.FolderText(
            folder: folder, name: file.file.name, facts: file.file.facts, meaning: file.meaning,
            text: text.flatMap { $0.isEmpty ? nil : $0 })
    }

    private func bytes(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.sidecarText(path, in: root.path) } catch { return nil }
    }
}
