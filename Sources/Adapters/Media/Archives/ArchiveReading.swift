import Archives
import Catalog

/// What a worker does with a zip below its root. Everything here blocks.
///
/// Archives stay open where they were read, so that stretches that follow each other are unpacked once: an entry costs what it holds, however
/// many stretches it is read in.
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

    /// The most that one answer holds.
    static let longestAnswer = 4 << 20
    /// As many as are worked on at once, and some to spare.
    private static let mostOpened = 4

    private let root: LibraryFolder
    /// The one that was read last is the last.
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
            throw FileProblem(.unsupported, "Nobody reads that much at once.")
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

    /// An archive whose walk is not past the place; it is not among the opened ones until it has been read. Nil when there is no such entry.
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

    /// Whether the place can be reached forwards: it is where the walk stands, or the beginning of a later entry.
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
