import Catalog
import Media

extension MediaWorkerPool {
    /// The outcome of reading a file, as a value.
    func outcome(_ name: String, in folder: TestFolder) async throws -> Result<MediaFile, FileProblem> {
        let path = try LibraryPath.of(name)
        do throws(FileProblem) {
            return .success(try await read(path, in: folder.root))
        } catch {
            return .failure(error)
        }
    }

    /// Why a file could not be read; nil when it could.
    func reason(_ name: String, in folder: TestFolder) async throws -> FileProblem.Reason? {
        guard case .failure(let problem) = try await outcome(name, in: folder) else { return nil }
        return problem.reason
    }
}
