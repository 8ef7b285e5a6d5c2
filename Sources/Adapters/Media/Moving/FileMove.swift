import CLinux
import Crypto
import Glibc
import Submissions
import SystemPackage

/// Copies a file of the quarantine to its place below a library's folder. It gets a hidden name first, is hashed during
/// the copy and synced, and then gets its final name in one step that never overwrites. Everything here blocks.
struct FileMove {
    let job: MoveJob
    /// The quarantine's open folder.
    let quarantine: CInt
    /// The library's open folder.
    let root: CInt
    /// fsync(2); tests replace it, as a confined process cannot provoke its failures.
    var sync: (CInt) -> CInt = { fsync($0) }

    func run() -> MoveOutcome {
        do {
            let parts = job.path.split(separator: UInt8(ascii: "/")).map(Array.init)
            let folder = try FolderOpener(root: root, sync: sync).make(parts.dropLast())
            defer { close(folder) }
            return try place(parts[parts.count - 1], in: folder)
        } catch let failure as Errno {
            return .failed(failure.sentence)
        } catch {
            return .unavailable
        }
    }

    private func place(_ name: [UInt8], in folder: CInt) throws -> MoveOutcome {
        let final = FolderOpener.text(name)
        let there = rondo_open_beneath_by_steps(folder, final, O_RDONLY | O_NONBLOCK)
        if there >= 0 {
            defer { close(there) }
            return try isTheFile(there) ? .wasThere : .taken
        }
        guard there == -ENOENT else { return .taken }
        let source = rondo_open_beneath_by_steps(quarantine, FolderOpener.text(job.name), O_RDONLY)
        guard source >= 0 else { return .failed("The submitted file no longer exists.") }
        defer { close(source) }

        let draft = FolderOpener.text(Array(".rondo-".utf8) + job.name + Array(".part".utf8))
        let target = rondo_open_beneath_by_steps(folder, draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
        guard target >= 0 else { throw Errno(rawValue: -target) }
        // Once the file has its name, no draft is left.
        defer {
            unlinkat(folder, draft, 0)
            close(target)
        }
        try Errno.check(fchmod(target, 0o644))
        guard try copy(source, to: target) else {
            return .failed("The submitted file has changed since it was examined.")
        }
        try Errno.check(sync(target))
        let named = rondo_name_new(folder, draft, final)
        if named == -EEXIST { return .taken }
        let failure = named == 0 ? (sync(folder) == 0 ? 0 : errno) : -named
        guard failure == 0 else {
            // The submission awaits a decision again, and the file must not be audible before that.
            if isStill(target, final, in: folder) { unlinkat(folder, final, 0) }
            throw Errno(rawValue: failure)
        }
        return .moved
    }

    /// Whether the name still refers to the open file, and not to another one.
    private func isStill(_ file: CInt, _ name: [CChar], in folder: CInt) -> Bool {
        var (own, there) = (stat(), stat())
        return fstat(file, &own) == 0 && fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
            && own.st_dev == there.st_dev && own.st_ino == there.st_ino
    }

    /// Copies the file. Returns whether the copy has the size and hash of the job.
    private func copy(_ source: CInt, to target: CInt) throws -> Bool {
        var hash = SHA256()
        var total: Int64 = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let got = try buffer.withUnsafeMutableBytes { try FileDescriptor(rawValue: source).read(into: $0) }
            guard got > 0 else { break }
            total += Int64(got)
            guard total <= job.size else { return false }
            try buffer.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<got])
                hash.update(bufferPointer: part)
                try FileDescriptor(rawValue: target).writeAll(part)
            }
        }
        return total == job.size && Array(hash.finalize()) == job.digest
    }

    private func isTheFile(_ descriptor: CInt) throws -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int64(status.st_size) == job.size, status.st_mode & S_IFMT == S_IFREG
        else { return false }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let got = try buffer.withUnsafeMutableBytes { try FileDescriptor(rawValue: descriptor).read(into: $0) }
            guard got > 0 else { break }
            buffer.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<got])) }
        }
        return Array(hash.finalize()) == job.digest
    }
}
