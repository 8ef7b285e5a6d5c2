import Catalog
import Media

extension MediaWorkerPool {
    /// Reads a file and returns the result as a value.
    func outcome(_ name: String, in folder: TestFolder) async throws -> Result<MediaFile, FileProblem> {
        let path = try LibraryPath.of(name)
        do throws(FileProblem) {
            return .success(try await read(path, in: folder.root))
        } catch {
            return .failure(error)
        }
    }

    /// The reason why a file cannot be read, or nil if it can.
    func reason(_ name: String, in folder: TestFolder) async throws -> FileProblem.Reason? {
        guard case .failure(let problem) = try await outcome(name, in: folder) else { return nil }
        return problem.reason
    }
}
