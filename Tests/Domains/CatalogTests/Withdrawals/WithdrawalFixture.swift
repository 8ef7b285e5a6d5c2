import Accounts
import Catalog
import Foundation
import GRDB
import Logging
import Moderation
import Primitives
import Support
import Synchronization

@testable import SQLiteStore

/// Withdrawals over real files and a real database. Only the process that moves files is a stand-in.
struct WithdrawalFixture {
    /// Moves files like the real mover, unless `isDead` is set.
    final class Mover: BinMover {
        let isDead = Mutex(false)
        /// Runs once, while the next file is being moved.
        let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)

        func move(_ file: WithdrawnFile, _ direction: BinDirection) async throws -> LibraryFileOutcome {
            try await meanwhile.withLock { action in
                defer { action = nil }
                return action
            }?()
            guard !isDead.withLock({ $0 }) else { return .unavailable }
            let manager = FileManager.default
            let root = String(decoding: file.root, as: UTF8.self)
            let (place, binned) = ("\(root)/\(file.path.display)", "\(root)/.rondo-bin/\(file.id)")
            try manager.createDirectory(atPath: root + "/.rondo-bin", withIntermediateDirectories: true)
            switch direction {
            case .aside:
                if manager.fileExists(atPath: binned) { return .done }
                guard manager.fileExists(atPath: place) else { return .gone }
                try manager.moveItem(atPath: place, toPath: binned)
            case .back:
                guard manager.fileExists(atPath: binned) else {
                    return manager.fileExists(atPath: place) ? .done : .gone
                }
                guard !manager.fileExists(atPath: place) else { return .taken }
                try manager.moveItem(atPath: binned, toPath: place)
            case .away:
                try manager.removeItem(atPath: manager.fileExists(atPath: binned) ? binned : place)
            }
            return .done
        }
    }

    let catalog: TestCatalog
    let mover = Mover()
    let store: SQLiteWithdrawalStore
    let ended = Ended()

    /// The songs whose streams were ended.
    final class Ended: Sendable {
        let tracks = Mutex<Set<ID<Track>>>([])
    }

    /// Two songs of one album with a picture, and one song of another album.
    init() async throws {
        catalog = try await TestCatalog()
        store = SQLiteWithdrawalStore(catalog.database)
        for (person, role) in [("ada", Role.admin), ("cy", .moderator), ("bo", .listener)] {
            let user = User(
                id: ID(person), username: try Username(person), role: role, createdAt: catalog.clock.now())
            try await SQLiteAccountStore(catalog.database).create(presenting: nil) { _ in
                NewAccount(user, journal: [])
            }
        }
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "album=Pastel", "genre=Jazz", "cover=x")
        try catalog.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Pastel", "genre=Jazz", "cover=x")
        try catalog.music.write("b/3.flac", "title=Three", "artist=Otis", "album=Waves")
        try await catalog.scan()
    }

    var service: WithdrawalService {
        WithdrawalService(
            store: store, clock: catalog.clock, changed: {},
            ended: { [ended] tracks in ended.tracks.withLock { $0.formUnion(tracks) } })
    }

    /// A new service, like after a restart of the server.
    var bin: BinService {
        BinService(
            store: store, mover: mover, runner: catalog.runner,
            cleanup: Cleanup(store: SQLiteCleanupStore(catalog.database), clock: catalog.clock),
            clock: catalog.clock, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    func id(_ title: String) async throws -> ID<Track> {
        guard let track = try await catalog.track(title) else { throw DomainError.notFound(title) }
        return track.id
    }

    @discardableResult
    func withdraw(_ target: WithdrawalTarget, as caller: Principal = TestCatalog.moderator) async throws
        -> [Withdrawal]
    {
        try await service.withdraw(target, because: "It is not ours", as: caller, from: "192.0.2.1")
    }

    func restore(_ withdrawal: Withdrawal) async throws {
        _ = try await service.restore(withdrawal.id, as: TestCatalog.moderator, from: "192.0.2.1")
    }

    func bin(_ list: WithdrawalList = .bin) async throws -> [Withdrawal] {
        try await service.withdrawals(list, matching: "", .first(50), as: TestCatalog.moderator).items
    }

    func files() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: catalog.music.path)
        return names.filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: catalog.music.path + "/" + name, isDirectory: &isFolder)
            return !isFolder.boolValue
        }.sorted()
    }

    func change(_ sql: String) async throws {
        try await catalog.database.write(.shelf) { try $0.execute(sql: sql) }
    }

    func texts(_ sql: String) async throws -> [String] {
        try await catalog.database.read { try String.fetchAll($0, sql: sql) }
    }
}
