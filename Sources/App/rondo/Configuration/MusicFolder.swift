import Foundation
import Files
import Primitives

/// The folder that `--music` names, looked at before anything is made.
struct MusicFolder {
    let path: String

    /// Nil where the disk does not answer.
    private func isThere() async -> Bool? {
        try? await LibraryThreads().run(for: Array(path.utf8), within: .seconds(5)) { [path] in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    /// Whether it is the one that the documentation names, which not everybody has.
    private var isCustomary: Bool {
        let homes = [NSHomeDirectory(), ProcessEnvironment.variables["HOME"] ?? NSHomeDirectory()]
        return homes.contains { URL(fileURLWithPath: path).standardized.path == $0 + "/Music" }
    }

    /// What is said where the demo library takes its place; nil where it does not. Throws where a first start would end without the folder. Later
    /// starts go on: its disk may come back.
    func absence(isFirstStart: Bool) async throws(DomainError) -> String? {
        guard isCustomary || isFirstStart else { return nil }
        guard let isThere = await isThere() else {
            guard isFirstStart else { return nil }
            throw DomainError(.unavailable, "\(path): the disk does not answer. Try again, or name another by --music")
        }
        guard !isThere else { return nil }
        if isCustomary {
            return "There is no folder \(path), so there is a short demo library: name your own by --music FOLDER"
        }
        throw DomainError.notFound("\(path): there is no such folder. Name another by --music, or leave it out")
    }
}
