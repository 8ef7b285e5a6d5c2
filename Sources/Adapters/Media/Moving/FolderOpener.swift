import CLinux
import Glibc

/// Opens folders below a library's, name by name, so that no link leads out of it.
struct FolderOpener {
    let root: CInt
    /// fsync(2); tests replace it, as a confined process cannot provoke its failures.
    let sync: (CInt) -> CInt

    /// Makes the missing folders durably. The caller closes the descriptor.
    func make(_ names: some Sequence<[UInt8]>) throws -> CInt {
        var folder = try MoveFailure.check(dup(root))
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
        guard !path.isEmpty else { return try MoveFailure.check(dup(root)) }
        let opened = rondo_open_beneath_by_steps(root, Self.text(path), O_RDONLY | O_DIRECTORY)
        if opened == -ENOENT { return nil }
        guard opened >= 0 else { throw MoveFailure(code: -opened) }
        return opened
    }

    private func step(_ name: [UInt8], in folder: CInt) throws -> CInt {
        let text = Self.text(name)
        var opened = rondo_open_beneath_by_steps(folder, text, O_RDONLY | O_DIRECTORY)
        if opened == -ENOENT {
            guard mkdirat(folder, text, 0o755) == 0 || errno == EEXIST else { throw MoveFailure(code: errno) }
            try MoveFailure.check(sync(folder))
            opened = rondo_open_beneath_by_steps(folder, text, O_RDONLY | O_DIRECTORY)
        }
        guard opened >= 0 else { throw MoveFailure(code: -opened) }
        return opened
    }

    static func text(_ bytes: [UInt8]) -> [CChar] {
        (bytes + [0]).map { CChar(bitPattern: $0) }
    }
}
