import Catalog
import Glibc

/// One folder in a library, opened component by component so that no link on the way is followed.
struct OpenFolder: ~Copyable {
    /// The kinds of entry that a name in the folder can stand for.
    enum Found {
        case file(FileFacts)
        case folder
        /// A file or link that must not be read.
        case problem(FileProblem)
        /// A link to a folder outside the library.
        case foreignFolder(FileProblem)
        case nothing
    }

    private let descriptor: CInt
    private let folder: [UInt8]
    private let root: LibraryRoot

    /// Throws a `FileProblem` when the folder cannot be opened, or when the library's folder is no longer the one that
    /// the scan began with.
    init(_ folder: [UInt8], in root: LibraryRoot) throws {
        self.folder = folder
        self.root = root
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var current = root.path.withPath { open($0, flags) }
        guard current >= 0 else { throw FileProblem(.unreadable, RootFolder.reason(errno)) }
        for component in folder.split(separator: UInt8(ascii: "/")) {
            let next = Array(component).withPath { openat(current, $0, flags | O_NOFOLLOW) }
            let code = errno
            close(current)
            guard next >= 0 else { throw FileProblem(folder, code) }
            current = next
        }
        descriptor = current
    }

    deinit {
        close(descriptor)
    }

    /// Lists the folder. Throws a `FileProblem` when reading fails midway: half a listing would look like removed
    /// files.
    func listing() throws -> FolderListing {
        var listing = FolderListing(isBare: true)
        for name in try names() {
            guard !name.elementsEqual("lost+found".utf8) else { continue }
            listing.isBare = false
            let kind = FileKind(name)
            switch look(at: name) {
            case .folder: listing.folders.append(name)
            case .file(let facts):
                switch kind {
                case .music: listing.files.append(FolderListing.File(name: name, facts: facts))
                case .picture: listing.images.append(FolderListing.File(name: name, facts: facts))
                case .text: listing.texts.append(FolderListing.File(name: name, facts: facts))
                case .other: break
                }
            case .problem(let problem):
                if kind == .music { listing.problems.append(FolderListing.Problem(name: name, problem: problem)) }
            case .foreignFolder(let problem):
                // Reported whatever its name: it may be music that a listener misses.
                listing.problems.append(FolderListing.Problem(name: name, problem: problem))
            case .nothing: break
            }
        }
        return listing
    }

    private func names() throws -> [[UInt8]] {
        let duplicate = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard duplicate >= 0, let stream = fdopendir(duplicate) else {
            let code = errno
            if duplicate >= 0 { close(duplicate) }
            throw FileProblem(folder, code)
        }
        defer { closedir(stream) }
        let (entries, code) = DirectoryEntry.all(in: stream)
        guard code == 0 else { throw FileProblem(folder, code) }
        return entries.map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The kind of the entry `name`. A link counts as the file that it leads to when that lies in the library. A link
    /// to a folder in the library is skipped, as the scan reads that folder anyway.
    func look(at name: [UInt8]) -> Found {
        var status = stat()
        guard name.withPath({ fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            return errno == ENOENT ? .nothing : .problem(FileProblem(.unreadable, RootFolder.reason(errno)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file(Self.facts(status))
        case S_IFLNK: return lookThrough(name)
        default: return .nothing
        }
    }

    private func lookThrough(_ name: [UInt8]) -> Found {
        var status = stat()
        guard name.withPath({ fstatat(descriptor, $0, &status, 0) }) == 0 else {
            return .problem(FileProblem(.unreadable, "This link leads nowhere"))
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else { return .nothing }
        let path = root.path + [UInt8(ascii: "/")] + (folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name)
        let target = RootFolder.canonical(path)
        let isInside = target.map { $0 == root.path || $0.starts(with: root.path + [UInt8(ascii: "/")]) } ?? false
        let problem = FileProblem(.outsideLibrary, "This link leads out of the library")
        if kind == S_IFDIR { return isInside ? .nothing : .foreignFolder(problem) }
        return isInside ? .file(Self.facts(status)) : .problem(problem)
    }

    private static func facts(_ status: stat) -> FileFacts {
        FileFacts(
            size: Int64(status.st_size),
            modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}

/// A library's top folder.
enum RootFolder {
    /// Opens the folder at `path` and resolves its name to one without links. Throws a `FileProblem` when it is not a
    /// readable folder.
    static func open(_ path: [UInt8]) throws -> LibraryRoot {
        guard let canonical = canonical(path) else { throw FileProblem(path, errno) }
        let descriptor = canonical.withPath { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileProblem(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, faccessat(descriptor, ".", R_OK | X_OK, 0) == 0 else {
            throw FileProblem(path, errno)
        }
        return LibraryRoot(path: canonical, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether the file system reports that the folder does not exist, rather than an error.
    static func isAbsent(_ path: [UInt8]) -> Bool {
        var status = stat()
        guard path.withPath({ lstat($0, &status) }) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return status.st_mode & S_IFMT != S_IFDIR
    }

    /// realpath(3), in bytes.
    static func canonical(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = path.withPath({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }

    /// The meaning of an error number, in words for people.
    static func reason(_ code: CInt) -> String {
        switch code {
        case ENOENT: "there is no such folder"
        case ENOTDIR: "this is not a folder"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "links lead in a circle"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk reports an error"
        default: String(cString: strerror(code))
        }
    }
}

extension FileProblem {
    /// - Parameter code: the error number of a call on the folder.
    fileprivate init(_ folder: [UInt8], _ code: CInt) {
        self.init(.unreadable, "\(String(decoding: folder, as: UTF8.self)): \(RootFolder.reason(code))")
    }
}

extension Array where Element == UInt8 {
    /// These bytes as a C string.
    func withPath<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? body([0])
        }
    }
}
