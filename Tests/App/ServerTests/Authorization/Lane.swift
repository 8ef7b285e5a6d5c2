import Accounts
import Foundation
import HTTPSupport
import HTTPTypes
import NIOCore
import SQLiteStore
import Testing
import Support

@testable import rondo

/// One server with its own data folder. Part of the rows are walked on it, one request after the other.
final class Lane {
    let gateway: ComposedServer
    var belongings: Belongings { seeding.belongings }
    private var seeding: Seeding
    let stranger: String
    let fixtures: NativeFixtures
    let scopes: TokenScopes
    let watch: DatabaseWatch
    private(set) var result = WalkResult()

    private let roles: [String: String]
    private var version: Int64

    /// - Parameter newFolder: a folder that is not yet a library.
    init(gateway: ComposedServer, _ seeding: Seeding, newFolder: String) async throws {
        self.gateway = gateway
        self.seeding = seeding.moved(to: gateway)
        stranger = seeding.accounts[.stranger] ?? ""
        fixtures = NativeFixtures(tokens: seeding.tokens, libraryFolder: newFolder)
        scopes = try await TokenScopes(gateway)
        watch = try DatabaseWatch(folder: gateway.folder + "/data", account: stranger)
        roles = try watch.roles()
        version = try watch.version()
    }

    /// The permitted effects of a request.
    enum Expectation {
        /// The reply has one of these statuses, and nothing changes.
        case refused(Set<Int>)
        /// The reply is any but a server error, and nothing changes.
        case ineffective
        /// The request is allowed. Its changes are undone afterwards. They may not touch the stranger's things, unless
        /// the row exists for others' things.
        case admitted(mayChange: Bool, theirs: Bool = false)

        var isAdmission: Bool {
            if case .admitted = self { true } else { false }
        }

        /// Whether the requested thing must look as if it did not exist.
        var hides: Bool {
            if case .refused(let statuses) = self { statuses == [404] } else { false }
        }
    }

    func chooseDownloads() async throws {
        try await seeding.chooseDownloads()
    }

    /// Counts a check, and records its failure if there is one.
    func note(_ row: String, _ failure: @autoclosure () -> String?) {
        result.checks += 1
        result.walked.insert(row)
        if let failure = failure() { result.failures.append(failure) }
    }

    func noteSuccess(_ row: String) {
        result.reached.insert(row)
    }

    /// Records what a row replied to a caller who asked for their own thing.
    func noteRefusal(_ row: String, _ answer: String) {
        result.refusals[row] = answer
    }

    /// Nil when the reply is as expected, otherwise what is wrong with it.
    ///
    /// - Parameters:
    ///   - isRefused: whether the reply is an error in the surface's own format.
    ///   - touchesAccounts: whether a row may assign roles.
    func verdict(
        _ answer: HTTPReply, isRefused: Bool, _ expectation: Expectation, of asker: Asker,
        touchesAccounts: Bool
    ) async throws -> String? {
        if answer.status >= 500, answer.status != 503 { return "the gateway failed: \(answer.text)" }
        if asker.account != .admin, Self.holds(ByteBuffer(bytes: answer.body), Seeding.secret) {
            return "told a secret: \(answer.text)"
        }
        let now = try watch.version()
        guard now != version else { return try await complaint(answer, isRefused, expectation, changed: false) }
        version = now
        if case .admitted(mayChange: true, let theirs) = expectation, !isRefused {
            return try await intrusion(of: asker, touchesAccounts: touchesAccounts, touchesTheirs: theirs)
        }
        return try await complaint(answer, isRefused, expectation, changed: !watch.changedTables().isEmpty)
    }

    /// The fault of a reply to a request that must not change anything.
    private func complaint(
        _ answer: HTTPReply, _ isRefused: Bool, _ expectation: Expectation, changed: Bool
    ) async throws -> String? {
        let answered = "answered \(answer.status)\(isRefused ? ", no," : "")"
        if changed { return "\(answered) where nothing was to change, and changed \(try await undo())" }
        guard case .refused(let statuses) = expectation, !statuses.contains(answer.status) else { return nil }
        return "\(answered) instead of \(statuses.sorted()): \(answer.text.prefix(300))"
    }

    /// The forbidden changes of an allowed request. Restores the database.
    private func intrusion(of asker: Asker, touchesAccounts: Bool, touchesTheirs: Bool) async throws -> String? {
        let roles = touchesAccounts ? [:] : try watch.roles()
        let given = roles.filter { self.roles[$0.key] != nil && self.roles[$0.key] != $0.value }
        let isChecked = asker.account != .admin && !touchesTheirs
        let taken = isChecked ? try watch.changedPossessions() : []
        try await restore()
        if !given.isEmpty { return "changed roles: \(given)" }
        return taken.isEmpty ? nil : "changed what is the stranger's: \(taken)"
    }

    /// Restores the database, and returns the tables that had changed.
    private func undo() async throws -> [String] {
        let changed = try watch.changedTables()
        try await restore()
        return changed
    }

    private func restore() async throws {
        try watch.restore()
        try await gateway.features.instance.database.refreshChanges()
        gateway.features.accounts.authentication.invalidateAll()
        version = try watch.version()
    }

    private static func holds(_ body: ByteBuffer, _ text: String) -> Bool {
        body.readableBytes > 0 && Data(body.readableBytesView).range(of: Data(text.utf8)) != nil
    }
}
