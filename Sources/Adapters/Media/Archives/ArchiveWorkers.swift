import Catalog
package import Portability
import Primitives
package import ServiceLifecycle

/// Reads zips in the confined processes of a `MediaWorkerPool`, which may read the folder of what people have sent and nothing else. As a
/// service it keeps those processes.
package struct ArchiveWorkers: ArchiveFiles, Service {
    private let pool: MediaWorkerPool
    private let root: [UInt8]

    /// - Parameters:
    ///   - pool: of its own: its processes see another folder.
    ///   - root: the folder of received files, absolute.
    package init(pool: MediaWorkerPool, root: [UInt8]) {
        self.pool = pool
        self.root = root
    }

    package func run() async {
        await pool.run()
    }

    package func entries(of file: String) async throws -> [(name: String, size: Int64)] {
        guard case .bytes(let lines) = try await ask(.archiveEntries(Array(file.utf8))) else { return [] }
        return lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let space = line.firstIndex(of: 0x20),
                let size = Int64(String(decoding: line[..<space], as: UTF8.self))
            else { return nil }
            return (String(decoding: line[line.index(after: space)...], as: UTF8.self), size)
        }
    }

    package func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
        let request = WorkerRequest.archiveBytes(
            Array(file.utf8), entry: Array(entry.utf8), offset: offset, count: count)
        guard case .bytes(let bytes) = try await ask(request) else { return [] }
        return bytes
    }

    private func ask(_ request: WorkerRequest) async throws -> WorkerReply {
        let reply = await pool.ask(request, in: root)
        guard case .problem(let problem) = reply else { return reply }
        if [.givenUp, .stopped, .unstartable].contains(problem) {
            throw DomainError(.unavailable, "The archive could not be read; try again")
        }
        throw problem.reason == .tooLarge
            ? DomainError(.tooLarge, "The archive holds too much", reason: "import_too_large")
            : DomainError(.invalid, "The archive cannot be read", reason: "import_unreadable")
    }
}
