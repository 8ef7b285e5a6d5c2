package import Catalog
import Glibc
package import NIOPosix

/// Lists the folders of a library by the file system's own bytes.
///
/// Every folder is reached from the library's top through opened folders, never through a link, so that nothing outside is ever listed.
package struct FolderWalker: LibraryWalker {
    private static let maximumDepth = 64
    private let pool: NIOThreadPool

    package init(pool: NIOThreadPool = .singleton) {
        self.pool = pool
    }

    package func root(_ path: [UInt8]) async throws -> LibraryRoot {
        try await pool.runIfActive {
            guard let resolved = Self.withText(path, { realpath($0, nil) }) else {
                throw FileProblem(.unreadable, "The folder cannot be found: \(String(cString: strerror(errno)))")
            }
            defer { free(resolved) }
            let canonical = Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved))).map {
                UInt8(bitPattern: $0)
            }
            let descriptor = Glibc.open(resolved, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw FileProblem(.unreadable, "The folder cannot be read: \(String(cString: strerror(errno)))")
            }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw FileProblem(.unreadable, "The folder cannot be read: \(String(cString: strerror(errno)))")
            }
            return LibraryRoot(path: canonical, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }
    }

    package func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing {
        try await pool.runIfActive {
            let descriptor = try Self.open(folder, in: root)
            return try Self.list(descriptor, folder, in: root)
        }
    }

    package func facts(of path: LibraryPath, in root: LibraryRoot) async throws -> FileFacts? {
        try await pool.runIfActive {
            guard let descriptor = try? Self.open(path.folder, in: root) else { return nil }
            defer { close(descriptor) }
            guard let status = Self.status(path.name, in: descriptor, following: true),
                status.st_mode & S_IFMT == S_IFREG
            else {
                return nil
            }
            return Self.facts(status)
        }
    }

    /// Opens a folder component by component, following no link.
    private static func open(_ folder: [UInt8], in root: LibraryRoot) throws -> Int32 {
        var current = withText(root.path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard current >= 0 else { throw FileProblem(.unreadable, "The library's folder cannot be opened") }
        for component in folder.split(separator: UInt8(ascii: "/")) {
            let next = withText(Array(component)) {
                openat(current, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            let code = errno
            close(current)
            guard next >= 0 else {
                throw FileProblem(.unreadable, "The folder cannot be read: \(String(cString: strerror(code)))")
            }
            current = next
        }
        return current
    }

    /// Takes over `descriptor`.
    private static func list(_ descriptor: Int32, _ folder: [UInt8], in root: LibraryRoot) throws -> FolderListing {
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw FileProblem(.unreadable, "The folder cannot be listed")
        }
        defer { closedir(stream) }
        let depth = folder.isEmpty ? 0 : folder.count { $0 == UInt8(ascii: "/") } + 1
        var listing = FolderListing(isBare: true)
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            listing.isBare = false
            if name.first == UInt8(ascii: ".") { continue }
            note(name, in: descriptor, depth: depth, root: root, folder: folder, listing: &listing)
        }
        guard errno == 0 else { throw FileProblem(.unreadable, "The folder cannot be listed") }
        listing.files.sort { $0.name.lexicographicallyPrecedes($1.name) }
        listing.images.sort { $0.name.lexicographicallyPrecedes($1.name) }
        listing.folders.sort { $0.lexicographicallyPrecedes($1) }
        return listing
    }

    private static func note(
        _ name: [UInt8], in descriptor: Int32, depth: Int, root: LibraryRoot, folder: [UInt8],
        listing: inout FolderListing
    ) {
        guard var status = status(name, in: descriptor, following: false) else { return }
        let kind = FileKind(name: name)
        if status.st_mode & S_IFMT == S_IFLNK {
            guard kind != .other else { return }
            guard let target = self.status(name, in: descriptor, following: true) else {
                if kind == .music {
                    listing.problems.append(
                        .init(name: name, problem: FileProblem(.unreadable, "The link leads nowhere")))
                }
                return
            }
            guard target.st_mode & S_IFMT == S_IFREG else { return }
            guard isInside(name, folder, root) else {
                if kind == .music {
                    listing.problems.append(
                        .init(name: name, problem: FileProblem(.outsideLibrary, "The link leads out of the library")))
                }
                return
            }
            status = target
        }
        switch (status.st_mode & S_IFMT, kind) {
        case (S_IFDIR, _):
            if depth < maximumDepth { listing.folders.append(name) }
        case (S_IFREG, .music): listing.files.append(.init(name: name, facts: facts(status)))
        case (S_IFREG, .image): listing.images.append(.init(name: name, facts: facts(status)))
        default: break
        }
    }

    private static func isInside(_ name: [UInt8], _ folder: [UInt8], _ root: LibraryRoot) -> Bool {
        let full = root.path + [UInt8(ascii: "/")] + (folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]) + name
        guard let resolved = withText(full, { realpath($0, nil) }) else { return false }
        defer { free(resolved) }
        let target = UnsafeBufferPointer(start: resolved, count: strlen(resolved)).lazy.map { UInt8(bitPattern: $0) }
        return target.starts(with: root.path + [UInt8(ascii: "/")])
    }

    private static func status(_ name: [UInt8], in descriptor: Int32, following: Bool) -> stat? {
        var status = stat()
        let result = withText(name) { fstatat(descriptor, $0, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? status : nil
    }

    private static func facts(_ status: stat) -> FileFacts {
        FileFacts(
            size: Int64(status.st_size),
            modifiedNanoseconds: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }

    private static func withText<R>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
        (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
            // The array is never empty: it ends with the terminator.
            buffer.baseAddress.map(body) ?? body("")
        }
    }
}

/// What a file is by its name's ending; its content decides later.
private enum FileKind {
    case music, image, other

    init(name: [UInt8]) {
        let ending = String(decoding: name, as: UTF8.self).split(separator: ".").dropFirst().last?.lowercased()
        switch ending {
        case "mp3", "flac", "ogg", "oga", "opus", "m4a", "m4b", "mp4", "aac", "wav", "wave", "aif", "aiff", "aifc",
            "wma", "asf", "ape",
            "wv":
            self = .music
        case "jpg", "jpeg", "png", "webp": self = .image
        default: self = .other
        }
    }
}
