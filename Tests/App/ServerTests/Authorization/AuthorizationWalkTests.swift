import Foundation
import HTTPSupport
import HTTPTypes
import ListenBrainzAPI
import LyricsAPI
import OpenSubsonicAPI
import Primitives
import Support
import Synchronization
import Testing

/// Every row of the endpoint tables of all surfaces, called by every kind of caller with the ids of own, foreign,
/// missing and malformed things. The database is compared before and after each call.
@Suite("The authorization walk", .timeLimit(.minutes(30))) struct AuthorizationWalkTests {
    @Test("users read and change only what the endpoint tables allow them")
    func walk() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/1/new", withIntermediateDirectories: true)
        let gateway = try await ComposedServer(in: folder.path + "/1")
        let seeding = try await Seeding(gateway)
        // A second server with the same users and things, so that two rows are walked at once.
        try await Self.copy(folder.path + "/1", to: folder.path + "/2")
        let rows = WalkedRows(
            native: gateway.native, remote: gateway.remote, lyrics: gateway.lyrics, listens: gateway.listens)
        let began = ContinuousClock.now
        let results = try await withThrowingTaskGroup(of: WalkResult.self) { group in
            for number in 1...2 {
                group.addTask {
                    let lane = try await Lane(
                        gateway: number == 1 ? gateway : ComposedServer(in: folder.path + "/\(number)"), seeding,
                        newFolder: folder.path + "/1/new")
                    if number == 1 { try await lane.walkPages(as: seeding.askers) }
                    while let group = rows.next() {
                        for row in group.native { try await lane.walk(row, as: seeding.askers) }
                        for row in group.remote { try await lane.walk(row, as: seeding.askers) }
                        for row in group.lyrics { try await lane.walk(row, as: seeding.askers) }
                        for row in group.listens { try await lane.walk(row, as: seeding.askers) }
                    }
                    #expect(try lane.watch.changedTables(isThorough: true).isEmpty, "Not everything was undone")
                    return lane.result
                }
            }
            return try await group.reduce(into: WalkResult()) { $0.add($1) }
        }
        print("The walk made \(results.checks) checks in \(ContinuousClock.now - began)")
        for failure in results.failures { Issue.record("\(failure)") }
        #expect(results.checks >= 10_000)
        let unreached = results.walked.subtracting(results.reached)
        for row in unreached.subtracting(WalkExceptions.unreachable.keys) {
            Issue.record("nobody gets through to \(row), so nothing is shown of it: \(results.refusals[row] ?? "")")
        }
        #expect(Set(WalkExceptions.byRow.keys).isSubset(of: results.walked))
    }

    @Test("each row has the access rule that its path implies, and no route lacks a row")
    func policy() async throws {
        let folder = try TemporaryFolder()
        let gateway = try await ComposedServer(in: folder.path)
        let administrative: Set<Permission> = [.manageUsers, .manageLibraries, .administer]
        for row in gateway.native {
            #expect((row.access.permission == nil) == AccessPolicy.open.contains(row.name), "\(row.name)")
            guard let permission = row.access.permission else { continue }
            #expect(AccessPolicy.permissions(for: row)?.contains(permission) == true, "\(row.name) needs \(permission)")
            let isConfirmed =
                administrative.contains(permission) && row.changes && !AccessPolicy.unconfirmed.contains(row.name)
                || AccessPolicy.confirmed.contains(row.name)
            if isConfirmed { #expect(row.isConfirmed, "\(row.name) asks for no password") }
        }
        let names = gateway.native.map(\.name)
        #expect(Set(names).count == names.count)
        var known: Set<String> = [
            "/", "/**", "/rest", "/rest/**", "/api/**", "/musixmatch", "/musixmatch/**", "/lrclib", "/lrclib/**",
            "/listenbrainz", "/listenbrainz/**",
        ]
        for path in gateway.native.map(\.path) {
            let parts = path.split(separator: "/")
            for count in 1...parts.count { known.insert("/" + parts[..<count].joined(separator: "/")) }
        }
        for route in gateway.routes {
            #expect(known.contains(route.path.hasPrefix("/") ? route.path : "/" + route.path), "\(route)")
        }
    }

    /// Copies an instance to which nobody is writing. Both play the same music.
    private static func copy(_ source: String, to target: String) async throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in ["data", "certs"] where manager.fileExists(atPath: source + "/" + name) {
            try manager.copyItem(atPath: source + "/" + name, toPath: target + "/" + name)
        }
    }
}

/// The rows that no lane has taken yet. Rows about the same thing go to one lane in the table's order, because one may
/// need the state that an earlier one left in the server's memory, such as a file to import.
private final class WalkedRows: Sendable {
    struct Group: Sendable {
        var native: [Endpoint] = []
        var remote: [SubsonicEndpoint] = []
        var lyrics: [LyricsEndpoint] = []
        var listens: [ListenBrainzEndpoint] = []
    }

    private let groups: [Group]
    private let taken = Mutex(0)

    init(
        native: [Endpoint], remote: [SubsonicEndpoint], lyrics: [LyricsEndpoint], listens: [ListenBrainzEndpoint]
    ) {
        var (groups, places): ([Group], [ArraySlice<Substring>: Int]) = ([], [:])
        for row in native {
            let thing = row.path.split(separator: "/").prefix(4)
            let place = places[thing] ?? groups.count
            places[thing] = place
            if place == groups.count { groups.append(Group()) }
            groups[place].native.append(row)
        }
        self.groups = groups + remote.map { Group(remote: [$0]) } + [Group(lyrics: lyrics), Group(listens: listens)]
    }

    func next() -> Group? {
        taken.withLock { taken in
            guard taken < groups.count else { return nil }
            defer { taken += 1 }
            return groups[taken]
        }
    }
}

/// The results of a walk.
struct WalkResult: Sendable {
    var checks = 0
    var walked: Set<String> = []
    var reached: Set<String> = []
    var refusals: [String: String] = [:]
    var failures: [String] = []

    mutating func add(_ other: WalkResult) {
        checks += other.checks
        walked.formUnion(other.walked)
        reached.formUnion(other.reached)
        refusals.merge(other.refusals) { $1 }
        failures += other.failures
    }
}
