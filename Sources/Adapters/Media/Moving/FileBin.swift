import CLinux
import Catalog
import Glibc
import Moderation
import Primitives
import SystemPackage

/// Moves one file between its place in a library and the library's bin, a hidden folder at its top. Everything here
/// blocks. Each move is a single rename that never overwrites, and repeating it after an interruption is harmless.
struct FileBin {
    /// Scans skip hidden folders.
    static let folder = Array(".rondo-bin".utf8)

    private let job: BinJob
    private let steps: FolderOpener
    private let folderPath: [UInt8]
    private let fileName: [CChar]
    private let binName: [CChar]

    /// - Parameter root: the library's open folder.
    init(_ job: BinJob, in root: CInt, sync: @escaping (CInt) -> CInt = { fsync($0) }) {
        self.job = job
        steps = FolderOpener(root: root, sync: sync)
        (folderPath, fileName) = FolderOpener.parts(job.path)
        binName = FolderOpener.text(job.name)
    }

    func run() -> LibraryFileOutcome {
        do {
            switch job.direction {
            case .aside: return try putAside()
            case .back: return try putBack()
            case .away: return try remove()
            }
        } catch let failure as Errno {
            return .failed(failure.sentence)
        } catch {
            return .unavailable
        }
    }

    private func putAside() throws -> LibraryFileOutcome {
        let bin = try steps.make([Self.folder])
        defer { close(bin) }
        if try steps.isThere(binName, in: bin) { return .done }
        guard let folder = try steps.find(folderPath) else { return .gone }
        defer { close(folder) }
        guard try isTheFile(in: folder) else { return .gone }
        return try move(fileName, in: folder, to: binName, in: bin)
    }

    private func putBack() throws -> LibraryFileOutcome {
        guard let bin = try steps.find(Self.folder) else { return try isAtItsPlace() ? .done : .gone }
        defer { close(bin) }
        guard try steps.isThere(binName, in: bin) else { return try isAtItsPlace() ? .done : .gone }
        let folder = try steps.make(folderPath.split(separator: UInt8(ascii: "/")).map(Array.init))
        defer { close(folder) }
        return try move(binName, in: bin, to: fileName, in: folder)
    }

    /// Removes the file from either place: a file that could not be put into the bin is still in the library.
    private func remove() throws -> LibraryFileOutcome {
        if let bin = try steps.find(Self.folder) {
            defer { close(bin) }
            if try steps.isThere(binName, in: bin) {
                try steps.remove(binName, in: bin)
                return .done
            }
        }
        guard let folder = try steps.find(folderPath) else { return .done }
        defer { close(folder) }
        if try isTheFile(in: folder) { try steps.remove(fileName, in: folder) }
        return .done
    }

    private func move(_ from: [CChar], in source: CInt, to: [CChar], in target: CInt) throws -> LibraryFileOutcome {
        switch rondo_move_new(source, from, target, to) {
        case 0: break
        case -EEXIST: return .taken
        case -ENOENT: return .gone
        case let failure: throw Errno(rawValue: -failure)
        }
        for folder in [target, source] { try Errno.check(steps.sync(folder)) }
        return .done
    }

    private func isAtItsPlace() throws -> Bool {
        guard let folder = try steps.find(folderPath) else { return false }
        defer { close(folder) }
        return try isTheFile(in: folder)
    }

    /// Whether the file of that name is the withdrawn file, and not one that came later.
    private func isTheFile(in folder: CInt) throws -> Bool {
        var status = stat()
        guard fstatat(folder, fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw Errno(rawValue: errno) }
            return false
        }
        let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        return status.st_mode & S_IFMT == S_IFREG && Int64(status.st_size) == job.size
            && modified == job.modifiedNanoseconds
    }
}

/// A job about a withdrawn file, as a mover receives it.
struct BinJob: Equatable {
    let direction: BinDirection
    let root: [UInt8]
    /// The file's name in the bin.
    let name: [UInt8]
    /// The file's path in the library.
    let path: [UInt8]
    let size: Int64
    let modifiedNanoseconds: Int64

    init(_ file: WithdrawnFile, _ direction: BinDirection) {
        self.direction = direction
        root = file.root
        name = Array(file.id.rawValue.utf8)
        path = file.path.bytes
        size = file.size
        modifiedNanoseconds = file.modifiedNanoseconds
    }

    var bytes: [UInt8] {
        var writer = WireWriter(kind: MoverTask.bin.rawValue, reserving: 1024)
        writer.put(direction.rawValue)
        for part in [root, name, path] { writer.put(part) }
        writer.put(size)
        writer.put(modifiedNanoseconds)
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = try WireReader(job: bytes, of: .bin)
        guard let direction = BinDirection(rawValue: try reader.byte()) else { throw WireError() }
        self.direction = direction
        root = try reader.content(limit: MoveJob.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: MoveJob.pathLimit)
        size = try reader.int64()
        modifiedNanoseconds = try reader.int64()
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.isEmpty, name.first != UInt8(ascii: "."),
            !name.contains(UInt8(ascii: "/")), !(root + name).contains(0),
            MoveJob.isForMusic(root: root, path: path)
        else { throw WireError() }
    }
}

extension MoveReply {
    static func text(_ outcome: LibraryFileOutcome) -> String {
        switch outcome {
        case .done: "done"
        case .taken: "taken"
        case .gone: "gone"
        case .failed(let reason): "failed \(reason)"
        case .unavailable: "unavailable"
        }
    }

    static func fileOutcome(_ text: String) -> LibraryFileOutcome {
        switch text {
        case "done": .done
        case "taken": .taken
        case "gone": .gone
        default: text.hasPrefix("failed ") ? .failed(String(text.dropFirst(7))) : .unavailable
        }
    }
}
