import Primitives
import Submissions

/// The files of downloads, by the ids of their episodes. Beside an incomplete file is an empty one, whose name tells the
/// version to which the part belongs.
struct DownloadFiles: Sendable {
    private static let versionMark = "-v"

    let files: any Quarantine

    /// The bytes of an episode's file, complete or not; nil where there is none.
    func size(of episode: ID<Episode>) async throws -> Int64? {
        try await files.open(episode.rawValue)?.size
    }

    /// The bytes of the files of all episodes but these.
    func sizes(besides complete: Set<ID<Episode>>) async throws -> [ID<Episode>: Int64] {
        var sizes: [ID<Episode>: Int64] = [:]
        for name in try await allNames() where Self.episode(name).rawValue == name {
            let episode = Self.episode(name)
            if !complete.contains(episode), let size = try await size(of: episode) { sizes[episode] = size }
        }
        return sizes
    }

    /// Opens an episode's file after the bytes that are of this version, or at its beginning.
    ///
    /// - Parameter version: nil for a file whose server cannot continue it.
    func write(
        _ episode: ID<Episode>, _ version: DownloadVersion?
    ) async throws -> (writer: any QuarantineWriter, start: Int64) {
        let mark = version.map { episode.rawValue + Self.versionMark + $0.name }
        let size = try await size(of: episode)
        var start: Int64 = 0
        if let mark, let version, let size, size <= version.size, try await files.open(mark) != nil {
            start = size
        } else {
            try await removeMarks(of: episode)
            if size == nil { try await files.create(episode.rawValue) }
        }
        guard let writer = try await files.write(episode.rawValue, from: start) else { throw LinkFailure.broken }
        // After the file is empty: a mark never stands beside bytes of another version.
        if let mark, start == 0, try await files.open(mark) == nil { try await files.create(mark) }
        return (writer, start)
    }

    /// Removes the marks of an episode whose file is complete.
    func removeMarks(of episode: ID<Episode>) async throws {
        for name in try await allNames() where name != episode.rawValue && Self.episode(name) == episode {
            await files.remove(name)
        }
    }

    func remove(_ episode: ID<Episode>) async throws {
        await files.remove(episode.rawValue)
        try await removeMarks(of: episode)
    }

    /// Removes the files that nobody has written to since `instant`, except those of `known`.
    func removeUnknown(besides known: Set<ID<Episode>>, untouchedSince instant: Timestamp) async throws {
        let old = try await files.names(untouchedSince: instant)
        let parts = Set(old)
        for name in old where !known.contains(Self.episode(name)) {
            let part = Self.episode(name).rawValue
            // A mark is as old as the first try, and stays for as long as the part does.
            if !parts.contains(part), try await files.open(part) != nil { continue }
            await files.remove(name)
        }
    }

    func freeBytes() async throws -> Int64 { try await files.freeBytes() }

    private func allNames() async throws -> [String] {
        try await files.names(untouchedSince: Timestamp(milliseconds: .max))
    }

    private static func episode(_ name: String) -> ID<Episode> {
        ID(name.firstRange(of: versionMark).map { String(name[..<$0.lowerBound]) } ?? name)
    }
}

/// One version of a file at another server. The bytes of two versions must not be mixed, even at the same address.
struct DownloadVersion {
    /// Bytes.
    let size: Int64
    /// Lowercase hexadecimal digits.
    let name: String

    /// Nil where the server sends no ranges, or does not say which version it sends.
    ///
    /// - Parameter address: as the feed states it.
    init?(of audio: RemoteAudio, at address: String) {
        guard audio.takesRanges, let size = audio.size, let validator = audio.validator else { return nil }
        self.size = size
        name = String(StableHash("\(address)\n\(size)\n\(validator)").value, radix: 16)
    }
}
