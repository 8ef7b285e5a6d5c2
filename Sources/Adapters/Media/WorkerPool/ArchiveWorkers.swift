import Archives
import Catalog
package import Portability
import Primitives
package import ServiceLifecycle

/// Reads zips in the confined processes of a `MediaWorkerPool`, which may read the folder of uploads and nothing else.
/// As a service it runs those processes.
package struct ArchiveWorkers: ArchiveFiles, Service {
    private let pool: MediaWorkerPool
    private let root: [UInt8]

    /// - Parameters:
    /// - pool: a separate pool, whose processes see another folder.
    ///   - root: the folder of received files, absolute.
    package init(pool: MediaWorkerPool, root: [UInt8]) {
        self.pool = pool
        self.root = root
    }

    package func run() async {
        await pool.run()
    }

    package func entries(of file: String) async throws -> [(name: String, size: Int64)] {
        guard case .bytes(let lines) = try await ask(.archiveEntries(Array(file.utf8))) else { return [] }
        return lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let space = line.firstIndex(of: 0x20),
                let size = Int64(String(decoding: line[..<space], as: UTF8.self))
            else { return nil }
            return (String(decoding: line[line.index(after: space)...], as: UTF8.self), size)
        }
    }

    package func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
        let request = WorkerRequest.archiveBytes(
            Array(file.utf8), entry: Array(entry.utf8), offset: offset, count: count)
        guard case .bytes(let bytes) = try await ask(request) else { return [] }
        return bytes
    }

    private func ask(_ request: WorkerRequest) async throws -> WorkerReply {
        let reply = await pool.ask(request, in: root)
        guard case .problem(let problem) = reply else { return reply }
        if [.givenUp, .stopped, .unstartable].contains(problem) {
            throw DomainError(.unavailable, "The archive could not be read; try again")
        }
        throw problem.reason == .tooLarge
            ? DomainError(.tooLarge, "The archive holds too much", reason: "import_too_large")
            : DomainError(.invalid, "The archive cannot be read", reason: "import_unreadable")
    }
}

/// The worker's operations on a zip below its root. Everything here blocks.
///
/// Archives stay open at their position, so that consecutive ranges are unpacked once: the cost of an entry depends on
/// its size, and not on the number of ranges.
final class ArchiveReading {
    private final class Opened {
        let path: [UInt8]
        let walk: ZipWalk
        private let file: OpenMediaFile

        init(_ path: [UInt8], _ file: consuming OpenMediaFile, _ walk: ZipWalk) {
            self.path = path
            self.walk = walk
            self.file = file
        }
    }

    /// The most bytes of one answer.
    static let longestAnswer = 4 << 20
    /// The number of archives that are read at once, and some to spare.
    private static let mostOpened = 4

    private let root: LibraryFolder
    /// The open archives; the most recently read one is the last.
    private var opened: [Opened] = []

    init(root: LibraryFolder) {
        self.root = root
    }

    /// A line for each entry: its size, a space and its name.
    func entries(_ path: [UInt8]) throws(FileProblem) -> [UInt8] {
        let file = try OpenMediaFile(path, below: root)
        do throws(ZipFile.Failure) {
            var lines: [UInt8] = []
            for entry in try ZipFile(descriptor: file.descriptor, size: file.size).entries() {
                lines += Array("\(entry.size) ".utf8) + entry.name + [UInt8(ascii: "\n")]
            }
            return lines
        } catch {
            throw Self.problem(error)
        }
    }

    func bytes(_ path: [UInt8], of entry: [UInt8], from offset: Int64, count: Int) throws(FileProblem) -> [UInt8]? {
        guard offset >= 0, (1...Self.longestAnswer).contains(count) else {
            throw FileProblem(.unsupported, "The requested range is too large.")
        }
        guard let archive = try reach(path, entry, offset) else { return nil }
        do throws(ZipFile.Failure) {
            let content = try archive.walk.read(from: offset, count: count)
            opened.append(archive)
            if opened.count > Self.mostOpened { opened.removeFirst() }
            return content
        } catch {
            throw Self.problem(error)
        }
    }

    /// An archive whose position is not after the wanted place. It leaves the list of open ones until it has been read.
    /// Nil when there is no such entry.
    private func reach(_ path: [UInt8], _ entry: [UInt8], _ offset: Int64) throws(FileProblem) -> Opened? {
        do throws(ZipFile.Failure) {
            if let place = opened.firstIndex(where: { $0.path == path }) {
                let archive = opened.remove(at: place)
                if try Self.lead(archive.walk, to: entry, offset) { return archive }
            }
        } catch {
            throw Self.problem(error)
        }
        let file = try OpenMediaFile(path, below: root)
        do throws(ZipFile.Failure) {
            guard let walk = try ZipFile(descriptor: file.descriptor, size: file.size).open(entry) else { return nil }
            return Opened(path, file, walk)
        } catch {
            throw Self.problem(error)
        }
    }

    /// Whether the place can be reached forward: it is the current position, or the beginning of a later entry.
    private static func lead(_ walk: ZipWalk, to entry: [UInt8], _ offset: Int64) throws(ZipFile.Failure) -> Bool {
        if walk.name == entry, walk.position == offset { return true }
        return offset == 0 ? try walk.goOn(to: entry) : false
    }

    private static func problem(_ failure: ZipFile.Failure) -> FileProblem {
        switch failure {
        case .corrupt: FileProblem(.corrupt, "The archive cannot be read.")
        case .tooLarge: FileProblem(.tooLarge, "The archive holds too much.")
        }
    }
}
