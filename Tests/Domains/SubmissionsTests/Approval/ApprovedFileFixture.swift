import Accounts
import Catalog
import Files
import Foundation
import GRDB
import Journal
import Logging
import NIOPosix
import Primitives
import Support
import Synchronization

@testable import SQLiteStore
@testable import Submissions

/// Libraries on a disk and in a database, and the job that moves approved files into them. Only the mover, the tag
/// reader and the mover's pauses are stand-ins.
final class ApprovedFileFixture: Sendable {
    static let admin = Principal(user: ID("ada"), role: .admin)

    /// Moves a file to its place, except files whose name starts with "Bad".
    struct Mover: LibraryMover {
        func move(_ move: PendingMove, from quarantine: [UInt8]) async throws -> MoveOutcome {
            guard !move.path.display.hasPrefix("Bad") else { return .failed("It is bad.") }
            let path = String(decoding: move.root, as: UTF8.self) + "/" + move.path.display
            try Data("music".utf8).write(to: URL(fileURLWithPath: path))
            return .moved
        }
    }

    /// Reads every file as a song with the file's name as title.
    private struct Reader: TagReader {
        func read(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> MediaFile {
            var tags = TrackTags()
            tags.title = path.display
            let audio = AudioProperties(
                mediaType: "audio/flac", codec: "flac", durationMilliseconds: 1000, bitrate: 800, sampleRate: 44100,
                channels: 2, bitDepth: 16)
            let signature = Array((path.bytes + [UInt8](repeating: 0, count: 16)).prefix(16))
            return MediaFile(tags: tags, audio: audio, cover: nil, signature: signature)
        }

        func embeddedCover(of path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? { nil }
        func sidecarImage(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? { nil }
        func sidecarText(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? { nil }
    }

    /// A clock without waiting: it records the length of each pause, and lets the test act during it.
    final class Rests: Clock {
        private let lengths = Mutex<[Duration]>([])
        private let body: @Sendable (_ number: Int) async throws -> Void
        let now = ContinuousClock.now

        init(_ body: @escaping @Sendable (_ number: Int) async throws -> Void) {
            self.body = body
        }

        var minimumResolution: Duration { .zero }
        var all: [Duration] { lengths.withLock { $0 } }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            let number = lengths.withLock { lengths in
                lengths.append(deadline - now)
                return lengths.count
            }
            // Without a limit, a failure that is never fixed would loop forever.
            guard number < 100 else { throw CancellationError() }
            try await body(number)
        }
    }

    let folder: TemporaryFolder
    let database: SQLiteDatabase
    let store: SQLiteSubmissionStore
    let libraries: LibraryService
    private let quarantine: DiskQuarantine
    private let runner: ScanRunner

    init() async throws {
        folder = try TemporaryFolder()
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let pool = NIOThreadPool.singleton
        database = try SQLiteDatabase.new(at: data + "/rondo.sqlite")
        store = SQLiteSubmissionStore(database)
        quarantine = try DiskQuarantine(folder: data + "/quarantine", pool: pool)
        let walker = DiskLibraryWalker(pool: pool)
        let clock = SystemWallClock()
        runner = ScanRunner(
            store: SQLiteScanStore(database), walker: walker, reader: Reader(),
            blobs: try await DiskBlobStore.open(folder: data + "/images", pool: pool),
            lock: FileScanLock(path: data + "/scan.lock"), clock: clock, logger: Logger(label: "test"))
        libraries = LibraryService(
            store: SQLiteLibraryStore(database), walker: walker, runner: runner, clock: clock, reserved: [])
    }

    func library(_ name: String) async throws -> ID<Library> {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return try await libraries.add(name: name, path: Array(path.utf8), as: Self.admin, by: .gateway).library.id
    }

    func service() async throws -> SubmissionService {
        let blobs = try await DiskBlobStore.open(folder: folder.path + "/data/pictures", pool: .singleton)
        return SubmissionService(
            store: store, quarantine: quarantine,
            pictures: PictureUploads(maker: SamePicture(), blobs: blobs, owners: SQLiteBlobOwners(database)))
    }

    /// The approval service, with an action of the test just before it checks a library's folder.
    func approvals(beforeLooking act: @escaping @Sendable () async throws -> Void) throws -> ApprovalService {
        ApprovalService(
            store: store, walker: PausedWalker(walker: DiskLibraryWalker(pool: .singleton), act: act),
            template: try FileNameTemplate(FileNameTemplate.standard), mover: mover(resting: Rests { _ in }))
    }

    private struct SamePicture: PictureMaker {
        func square(_ original: [UInt8]) async throws -> [UInt8] { original }
    }

    private struct PausedWalker: LibraryWalker {
        let walker: DiskLibraryWalker
        let act: @Sendable () async throws -> Void

        func root(_ path: [UInt8]) async throws -> LibraryRoot {
            try await act()
            return try await walker.root(path)
        }

        func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing {
            try await walker.list(folder, in: root)
        }

        func facts(of path: LibraryPath, in root: LibraryRoot) async throws -> FileFacts? {
            try await walker.facts(of: path, in: root)
        }
    }

    /// Adds a submission that is being moved to `title.flac`, or waits for a decision.
    func submit(
        _ title: String, _ state: Submission.State = .approving, into library: ID<Library>? = nil
    ) async throws -> ID<Submission> {
        let id = ID<Submission>(title)
        let form = try StoredJSON.text(of: SubmissionForm(title: title))
        try await change(
            """
            INSERT INTO submission (id, state, file_name, size, digest, media_type, codec, duration_ms, bitrate,
              sample_rate, channels, bit_depth, form, words, note, library, folder, name, created_at, changed_at, at)
            VALUES ('\(title)', '\(state.rawValue)', 'a.flac', 5, zeroblob(32), 'audio/flac', 'flac', 1000, 800, 44100, 2, 16,
              '\(form)', '', '', \(library.map { "'\($0)'" } ?? "NULL"), x'', CAST('\(title).flac' AS BLOB), 1, 1, 1)
            """)
        return id
    }

    func change(_ sql: String) async throws {
        try await database.write(.submissions) { try $0.execute(sql: sql) }
    }

    func submission(_ id: ID<Submission>) async throws -> Submission {
        try await store.submission(id, for: Self.admin)
    }

    /// Runs the mover until `isDone`.
    func move(resting rests: Rests, until isDone: @escaping @Sendable () async throws -> Bool) async throws {
        let mover = mover(resting: rests)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await mover.work() }
            defer { group.cancelAll() }
            try await waitUntil("everything is where it goes", isDone)
        }
    }

    private func mover(resting rests: Rests) -> ApprovedFileMover {
        ApprovedFileMover(
            store: store, quarantine: quarantine, mover: Mover(), runner: runner, rests: rests,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }
}
