import CLinux
import Catalog
import Crypto
import Glibc
import Lyrics
import Primitives
import SystemPackage

/// Writes one file of words beside the music, replaces it, or removes it. A file that is there is touched only if its
/// content is what the server wrote before: it is set aside under a hidden name first, compared there, and put back if
/// it is another. Everything here blocks. Repeating it after an interruption is harmless.
struct SidecarPlacement {
    private let job: SidecarJob
    private let steps: FolderOpener
    private let folderPath: [UInt8]
    private let name: [CChar]
    private let draft: [CChar]
    private let aside: [CChar]

    /// - Parameter root: the library's open folder.
    init(_ job: SidecarJob, in root: CInt, sync: @escaping (CInt) -> CInt = { fsync($0) }) {
        self.job = job
        steps = FolderOpener(root: root, sync: sync)
        (folderPath, name) = FolderOpener.parts(job.path)
        let hidden = Array(".rondo-".utf8) + job.name
        draft = FolderOpener.text(hidden + Array(".part".utf8))
        aside = FolderOpener.text(hidden + Array(".old".utf8))
    }

    func run() -> LibraryFileOutcome {
        do {
            guard let folder = try steps.find(folderPath) else { return .gone }
            defer { close(folder) }
            return try write(in: folder)
        } catch let failure as Errno {
            return .failed(failure.sentence)
        } catch {
            return .unavailable
        }
    }

    private func write(in folder: CInt) throws -> LibraryFileOutcome {
        // What an interrupted run has set aside.
        if try !settle(in: folder) { return .taken }
        guard try steps.isThere(name, in: folder) else { return try place(in: folder) }
        if !job.content.isEmpty, try digest(name, in: folder) == Self.digest(job.content) { return .done }
        guard !job.placed.isEmpty, try digest(name, in: folder) == job.placed else { return .taken }
        guard try move(name, to: aside, in: folder) else { return .taken }
        guard try settle(in: folder) else { return .taken }
        return try place(in: folder)
    }

    /// Removes the file that was set aside if it is the server's own, else puts it back. Returns whether the place is
    /// free for the server's file.
    private func settle(in folder: CInt) throws -> Bool {
        guard let found = try digest(aside, in: folder) else { return true }
        guard !found.isEmpty, found == job.placed || found == Self.digest(job.content) else {
            _ = try move(aside, to: name, in: folder)
            return false
        }
        try steps.remove(aside, in: folder)
        return true
    }

    private func place(in folder: CInt) throws -> LibraryFileOutcome {
        guard !job.content.isEmpty else { return .done }
        let target = rondo_open_beneath_by_steps(folder, draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
        guard target >= 0 else { throw Errno(rawValue: -target) }
        // Once the file has its name, no draft is left.
        defer {
            unlinkat(folder, draft, 0)
            close(target)
        }
        try Errno.check(fchmod(target, 0o644))
        try FileDescriptor(rawValue: target).writeAll(job.content)
        try Errno.check(steps.sync(target))
        return try move(draft, to: name, in: folder) ? .done : .taken
    }

    /// Renames the file durably. Returns whether the new name was free.
    private func move(_ from: [CChar], to: [CChar], in folder: CInt) throws -> Bool {
        let failure = rondo_move_new(folder, from, folder, to)
        if failure == -EEXIST { return false }
        guard failure == 0 else { throw Errno(rawValue: -failure) }
        try Errno.check(steps.sync(folder))
        return true
    }

    /// The hash of a file; nil where there is none, and empty for what is no file of words: a folder, a link, or more
    /// than the server ever writes.
    private func digest(_ name: [CChar], in folder: CInt) throws -> [UInt8]? {
        let file = rondo_open_beneath_by_steps(folder, name, O_RDONLY | O_NONBLOCK)
        if file == -ENOENT { return nil }
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= SidecarJob.longest else {
            return []
        }
        let bytes = FileDescriptor(rawValue: file).bytes(atMost: Int(status.st_size))
        return bytes.count == Int(status.st_size) ? Self.digest(bytes) : []
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}

/// The job of writing a file of words, as a mover receives it.
struct SidecarJob: Equatable {
    /// The longest text, in bytes.
    static let longest = 4 << 20

    let root: [UInt8]
    /// The part of the hidden names that is this song's own.
    let name: [UInt8]
    /// The file's path in the library.
    let path: [UInt8]
    /// The hash of the text that the server wrote before; empty for none.
    let placed: [UInt8]
    /// Empty removes the file.
    let content: [UInt8]

    init(_ file: SidecarFile, _ text: String, over placed: String) {
        root = file.root
        name = Array(file.track.rawValue.utf8)
        path = file.path.bytes
        self.placed = placed.isEmpty ? [] : Array(SHA256.hash(data: Array(placed.utf8)))
        content = Array(text.utf8)
    }

    var bytes: [UInt8] {
        var writer = WireWriter(kind: MoverTask.sidecar.rawValue, reserving: 1024 + content.count)
        for part in [root, name, path, placed, content] { writer.put(part) }
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = try WireReader(job: bytes, of: .sidecar)
        root = try reader.content(limit: MoveJob.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: MoveJob.pathLimit)
        placed = try reader.content(limit: 32)
        content = try reader.content(limit: Self.longest)
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.isEmpty, !name.contains(UInt8(ascii: "/")),
            !(root + name).contains(0), MoveJob.isForMusic(root: root, path: path),
            // A server that was taken over can write no other files by this.
            path.suffix(4).elementsEqual(".lrc".utf8), path.split(separator: UInt8(ascii: "/")).last?.count ?? 0 > 4
        else { throw WireError() }
    }
}
