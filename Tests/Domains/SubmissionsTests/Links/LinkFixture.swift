import Accounts
import Files
import Foundation
import Logging
import NIOPosix
import Primitives
import NetworkClients
import SQLiteStore
import Support
import Synchronization

@testable import Submissions

/// Imports by link in which only name resolution is a stand-in. The test chooses the addresses, which may change with
/// every lookup.
final class LinkFixture: Sendable {
    final class Names: NameResolver {
        private let state: Mutex<(answers: [String: [[String]]], asked: [String])>

        init(_ answers: [String: [[String]]]) {
            state = Mutex((answers, []))
        }

        var asked: [String] { state.withLock { $0.asked } }

        func addresses(of host: String) async throws -> [IPAddress] {
            state.withLock { state in
                state.asked.append(host)
                guard var answers = state.answers[host] else { return IPAddress(host).map { [$0] } ?? [] }
                let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
                state.answers[host] = answers
                return answer.compactMap { IPAddress($0) }
            }
        }

        func own() async throws -> Set<IPAddress> { [] }
    }

    /// An action during a fetch, as soon as part of the file has arrived.
    enum Change: CaseIterable {
        case switchedOff, otherHosts, noNetworks, demoted, disabled

        func rules(_ rules: LinkRules) throws -> LinkRules {
            var rules = rules
            switch self {
            case .switchedOff: rules.isEnabled = false
            case .otherHosts: rules.hosts = [try LinkHostRule("example.org")]
            case .noNetworks: rules.networks = []
            case .demoted, .disabled: break
            }
            return rules
        }

        func submitter(_ person: ID<Person>) -> Principal? {
            self == .disabled ? nil : Principal(user: person, role: self == .demoted ? .listener : .contributor)
        }
    }

    private struct Bounds: UploadAllowance {
        let bounds: UploadBounds

        func bounds(for caller: Principal) async throws -> UploadBounds { bounds }
    }

    /// A time limit for expected events, on the slowest machine.
    static let patient = Duration.seconds(150)
    /// A time limit that a test waits for.
    static let brief = Duration.seconds(1)

    static let bob = Principal(user: ID("bob"), role: .contributor)

    let folder: TemporaryFolder
    let quarantine: DiskQuarantine
    let uploads: SQLiteUploadStore
    let store: SQLiteLinkImportStore
    let queue: LinkImportQueue
    let service: LinkImportService

    init(
        names: Names = Names([:]), networks: [String], isEnabled: Bool = true, bounds: UploadBounds? = nil,
        authority: String? = nil, reach: Duration = patient, pace: Duration = patient, change: Change? = nil
    ) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        let user = User(
            id: Self.bob.user, username: try Username("bob"), role: .contributor, createdAt: Timestamp(milliseconds: 1))
        try await SQLiteAccountStore(database).create(presenting: nil) { _ in NewAccount(user, journal: []) }
        quarantine = try DiskQuarantine(folder: folder.path + "/quarantine", pool: .singleton)
        uploads = SQLiteUploadStore(database)
        store = SQLiteLinkImportStore(database)
        let first = LinkRules(isEnabled: isEnabled, networks: try networks.map { try LinkNetworkRule($0) })
        let changed: @Sendable () -> Change? = { change.flatMap { Self.hasSome(folder) ? $0 : nil } }
        let rules: @Sendable () async throws -> LinkRules = { try changed()?.rules(first) ?? first }
        queue = LinkImportQueue(
            store: store, quarantine: quarantine,
            reader: LinkReader(
                resolver: names, fetcher: try PinnedFetcher(agent: "Rondo/test", authority: authority),
                limits: LinkLimits(reach: reach, pace: pace, paceBytes: 256, whole: .seconds(600))),
            rules: rules,
            submitter: { id in
                guard let change = changed() else { return Principal(user: id, role: .contributor) }
                return change.submitter(id)
            },
            allowance: Bounds(bounds: bounds ?? UploadBounds(file: 1 << 20, person: 4 << 20, everybody: 1 << 30)),
            reserve: 0, logger: Logger(label: "test"), whole: {})
        service = LinkImportService(store: store, queue: queue, rules: rules)
    }

    /// Submits the links, runs the job until `isDone`, and returns the imports.
    func run(
        _ links: [String], until isDone: @escaping @Sendable ([LinkImport]) async throws -> Bool = LinkFixture.haveEnded
    ) async throws -> [LinkImport] {
        for link in links { _ = try await service.create(link, wish: nil, as: Self.bob, from: "test") }
        let work = Task { await queue.work() }
        defer { work.cancel() }
        let found = try await waitFor("the imports are where the test wants them") {
            let found = try await service.imports(as: Self.bob)
            return try await isDone(found) ? found : nil
        }
        work.cancel()
        await work.value
        return found
    }

    static let haveEnded: @Sendable ([LinkImport]) async throws -> Bool = { links in
        links.allSatisfy { $0.state == .done || $0.state == .failed }
    }

    private static func hasSome(_ folder: TemporaryFolder) -> Bool {
        let quarantine = folder.path + "/quarantine"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: quarantine)) ?? []
        return names.contains { name in
            let facts = try? FileManager.default.attributesOfItem(atPath: quarantine + "/" + name)
            return (facts?[.size] as? Int ?? 0) > 0
        }
    }

    /// The part of the file that is in quarantine.
    func bytes(of id: ID<Submission>) -> [UInt8]? {
        FileManager.default.contents(atPath: folder.path + "/quarantine/" + id.rawValue).map { Array($0) }
    }

    func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/quarantine")
    }
}
