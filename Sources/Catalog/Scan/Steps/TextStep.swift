import Primitives

/// Reads text files that lie beside the music.
struct TextStep: Sendable {
    /// How many are read at once, and so how many are in memory beside those that wait to be written.
    static let atOnce = 32

    let reader: any TagReader
    let root: LibraryRoot

    /// In their order. One that cannot be read is noted without its text, and not tried again until it changes.
    func read(
        _ files: ArraySlice<FolderComparison.Text>, of folder: [UInt8]
    ) async throws -> [ScanBatch.FolderText] {
        try Task.checkCancellation()
        return await withTaskGroup(of: (Int, ScanBatch.FolderText?).self) { group in
            for (index, file) in files.enumerated() { group.addTask { (index, await read(file, of: folder)) } }
            var found: [Int: ScanBatch.FolderText] = [:]
            for await (index, text) in group { found[index] = text }
            return found.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func read(_ file: FolderComparison.Text, of folder: [UInt8]) async -> ScanBatch.FolderText? {
        let name = file.file.name
        guard let path = LibraryPath(bytes: folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name) else {
            return nil
        }
        let text = await bytes(path).map(TextDecoding.text)
        return ScanBatch.FolderText(
            folder: folder, name: name, facts: file.file.facts, meaning: file.meaning,
            text: text.flatMap { $0.isEmpty ? nil : $0 })
    }

    private func bytes(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.sidecarText(path, in: root.path) } catch { return nil }
    }
}
