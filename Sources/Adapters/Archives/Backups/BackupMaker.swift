import Backups
import Foundation
import Glibc
import Primitives

/// Makes one archive: first the database, then the files that it refers to, which never change under their names.
/// Blocks.
struct BackupMaker {
    let places: BackupPlaces
    let snapshots: any DatabaseSnapshots
    let version: String
    /// The libraries whose music is included.
    let music: [(id: String, path: [UInt8])]
    let pace: Pace
    let progress: BackupProgress
    /// Signs encrypted archives.
    let signer: BackupSigner?

    /// The prefix of drafts, which are not backups yet.
    static let draftPrefix = ".making-"

    func make(_ order: BackupOptions) throws -> BackupFile {
        let draft = "\(places.folder)/\(Self.draftPrefix)\(UUID().uuidString)"
        guard mkdir(draft, 0o700) == 0 else { throw BackupFailure.writing() }
        defer { try? FileManager.default.removeItem(atPath: draft) }
        // The plain copy of an encrypted backup lies only beside the database itself.
        let work = order.recipients.isEmpty ? draft : "\(places.data)/\(Self.draftPrefix)\(UUID().uuidString)"
        guard work == draft || mkdir(work, 0o700) == 0 else { throw BackupFailure.writing() }
        defer { if work != draft { try? FileManager.default.removeItem(atPath: work) } }
        let copy = work + "/database"
        let facts = try snapshots.take(to: copy, for: order)
        let contents = BackupContents(
            version: version, createdAt: order.at, database: facts, includesKeys: order.withKeys,
            includesMusic: order.withMusic)
        let archive = try Self.create(draft + "/archive")
        defer { close(archive) }
        let list = try Self.create(work + "/list")
        defer { close(list) }
        let writer = try TarWriter(
            to: archive, list: list, pace: pace, progress: progress, sealing: try sealing(contents, order, archive))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try writer.add(BackupLayout.contents, Array(encoder.encode(contents)), at: order.at)
        guard try writer.add(Array(BackupLayout.database.utf8), fileAt: Array(copy.utf8)) else {
            throw BackupFailure.reading(copy)
        }
        unlink(copy)
        if order.withKeys { try addFolder("keys", to: writer) }
        try addFolder("images", to: writer)
        try addFolder("quarantine", to: writer)
        for library in order.withMusic ? music : [] {
            try add(library.path, under: Array("music/\(library.id)".utf8), to: writer)
        }
        try writer.finish(at: order.at)
        return try put(draft + "/archive", order)
    }

    private func sealing(
        _ contents: BackupContents, _ order: BackupOptions, _ archive: CInt
    ) throws -> SealingWriter? {
        guard !order.recipients.isEmpty else { return nil }
        guard let signer else { throw DomainError(.unavailable, "There is no key to sign encrypted backups with") }
        return try SealingWriter(to: archive, contents, for: order.recipients, by: signer)
    }

    private func addFolder(_ name: String, to writer: TarWriter) throws {
        try add(Array("\(places.data)/\(name)".utf8), under: Array(name.utf8), to: writer)
    }

    /// Adds regular files only: no link leads out of the folder, and a file in the making has a name that begins with a
    /// dot.
    private func add(_ folder: [UInt8], under name: [UInt8], to writer: TarWriter) throws {
        guard let stream = folder.withPath({ opendir($0) }) else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw BackupFailure.reading(String(decoding: folder, as: UTF8.self))
        }
        var entries: [(name: [UInt8], isFolder: Bool)] = []
        while let entry = readdir(stream) {
            let own = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard own.first != UInt8(ascii: ".") else { continue }
            var facts = stat()
            let path = folder + [UInt8(ascii: "/")] + own
            guard path.withPath({ lstat($0, &facts) }) == 0 else { continue }
            if facts.st_mode & S_IFMT == S_IFDIR { entries.append((own, true)) }
            if facts.st_mode & S_IFMT == S_IFREG { entries.append((own, false)) }
        }
        closedir(stream)
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            let (path, inside) = (
                folder + [UInt8(ascii: "/")] + entry.name, name + [UInt8(ascii: "/")] + entry.name
            )
            if entry.isFolder {
                try add(path, under: inside, to: writer)
            } else {
                _ = try writer.add(inside, fileAt: path)
            }
        }
    }

    /// Puts the finished archive under its name, whole or not at all.
    private func put(_ archive: String, _ order: BackupOptions) throws -> BackupFile {
        let path = places.folder + "/" + order.name
        guard link(archive, path) == 0 || errno != EEXIST else {
            throw DomainError(.conflict, "There is a file \(order.name) already", reason: "file_exists")
        }
        // Not every file system supports hard links.
        guard access(path, F_OK) == 0 || rename(archive, path) == 0 else { throw BackupFailure.writing() }
        let folder = open(places.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw BackupFailure.writing() }
        defer { close(folder) }
        guard fsync(folder) == 0 || errno == EINVAL else { throw BackupFailure.writing() }
        guard let file = BackupFolder.file(order.name, in: places.folder) else { throw BackupFailure.reading(path) }
        return file
    }

    private static func create(_ path: String) throws -> CInt {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupFailure.writing() }
        return descriptor
    }
}

/// Limits the disk traffic of a long task to a number of bytes a second.
struct Pace {
    private let nanosecondsPerByte: Double
    private let start = ContinuousClock.now
    private var done = 0

    /// - Parameter bytesPerSecond: nil for no limit.
    init(bytesPerSecond: Int?) {
        nanosecondsPerByte = bytesPerSecond.map { 1e9 / Double($0) } ?? 0
    }

    /// Sleeps until all bytes so far are within the limit. Blocks. Throws when the task that it runs for was canceled.
    mutating func wait(after bytes: Int) throws {
        done += bytes
        guard nanosecondsPerByte > 0 else { return }
        let ahead = Double(done) * nanosecondsPerByte - (ContinuousClock.now - start) / .nanoseconds(1)
        if ahead > 5_000_000 { usleep(UInt32(min(ahead / 1000, 900_000))) }
    }
}
