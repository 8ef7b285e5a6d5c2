import Foundation

/// The ffmpeg processes on this machine.
package enum Encoders {
    /// Processes whose arguments contain `word`.
    package static func processes(_ word: String) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            return line.split(separator: 0).contains { String(decoding: $0, as: UTF8.self) == word }
        }
    }

    package static func waitUntilGone(_ word: String) async throws {
        try await waitUntil("the encoder is gone") { processes(word).isEmpty }
    }

    /// The files that are being written into the cache.
    package static func drafts(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/transcoded/incoming")
    }
}
