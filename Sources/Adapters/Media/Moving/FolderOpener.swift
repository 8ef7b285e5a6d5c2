import CLinux
import Glibc
import SystemPackage

/// Opens folders below a library's, name by name, so that no link leads out of it, and changes names in them durably.
struct FolderOpener {
    let root: CInt
    /// fsync(2); tests replace it, as a confined process cannot provoke its failures.
    let sync: (CInt) -> CInt

    /// Makes the missing folders durably. The caller closes the descriptor.
    func make(_ names: some Sequence<[UInt8]>) throws -> CInt {
        var folder = try Errno.check(dup(root))
        for name in names {
            do {
                let next = try step(name, in: folder)
                close(folder)
                folder = next
            } catch {
                close(folder)
                throw error
            }
        }
        return folder
    }

    /// Opens a folder; nil when a folder of the path is missing. The caller closes the descriptor.
    func find(_ path: [UInt8]) throws -> CInt? {
        guard !path.isEmpty else { return try Errno.check(dup(root)) }
        let opened = rondo_open_beneath_by_steps(root, Self.text(path), O_RDONLY | O_DIRECTORY)
        if opened == -ENOENT { return nil }
        guard opened >= 0 else { throw Errno(rawValue: -opened) }
        return opened
    }

    private func step(_ name: [UInt8], in folder: CInt) throws -> CInt {
        let text = Self.text(name)
        var opened = rondo_open_beneath_by_steps(folder, text, O_RDONLY | O_DIRECTORY)
        if opened == -ENOENT {
            guard mkdirat(folder, text, 0o755) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
            try Errno.check(sync(folder))
            opened = rondo_open_beneath_by_steps(folder, text, O_RDONLY | O_DIRECTORY)
        }
        guard opened >= 0 else { throw Errno(rawValue: -opened) }
        return opened
    }

    func isThere(_ name: [CChar], in folder: CInt) throws -> Bool {
        var status = stat()
        if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
        guard errno == ENOENT else { throw Errno(rawValue: errno) }
        return false
    }

    func remove(_ name: [CChar], in folder: CInt) throws {
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
        try Errno.check(sync(folder))
    }

    /// The folder of a path, which is empty at the top, and the last name.
    static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: [CChar]) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], text(path)) }
        return (Array(path[..<slash]), text(Array(path[(slash + 1)...])))
    }

    static func text(_ bytes: [UInt8]) -> [CChar] {
        (bytes + [0]).map { CChar(bitPattern: $0) }
    }
}
