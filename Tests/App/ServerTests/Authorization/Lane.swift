import Accounts
import Foundation
import HTTPSupport
import HTTPTypes
import NIOCore
import SQLiteStore
import Testing
import Support

@testable import rondo

/// One server with a data folder of its own, on which some of the rows are walked, one request after the other.
final class Lane {
    let gateway: ComposedServer
    var belongings: Belongings { seeding.belongings }
    private var seeding: Seeding
    let stranger: String
    let fixtures: NativeFixtures
    let scopes: TokenScopes
    let watch: DatabaseWatch
    private(set) var result = WalkResult()

    private let contents: [String: Int]
    private let possessions: [String: Int]
    private let roles: [String: String]
    private var version: Int64

    /// - Parameter newFolder: one that is no library yet.
    init(gateway: ComposedServer, _ seeding: Seeding, newFolder: String) async throws {
        self.gateway = gateway
        self.seeding = seeding.moved(to: gateway)
        stranger = seeding.accounts[.stranger] ?? ""
        fixtures = NativeFixtures(tokens: seeding.tokens, libraryFolder: newFolder)
        scopes = try await TokenScopes(gateway)
        watch = try DatabaseWatch(folder: gateway.folder + "/data")
        contents = try watch.contents()
        possessions = try watch.possessions(of: stranger)
        roles = try watch.roles()
        version = try watch.version()
    }

    /// The permitted effects of a request.
    enum Expectation {
        /// It is answered with one of these, and changes nothing.
        case refused(Set<Int>)
        /// It is answered in some way that is no failure of the server, and changes nothing.
        case ineffective
        /// It is let through. What it changes is put back; it is none of the stranger's, but where the row is there for
        /// others' things.
        case admitted(mayChange: Bool, theirs: Bool = false)

        var isAdmission: Bool {
            if case .admitted = self { true } else { false }
        }

        /// Whether what is asked for is to look as if it were not there.
        var hides: Bool {
            if case .refused(let statuses) = self { statuses == [404] } else { false }
        }
    }

    func chooseDownloads() async throws {
        try await seeding.chooseDownloads()
    }

    /// Notes that a check was made, and what was wrong.
    func note(_ row: String, _ failure: @autoclosure () -> String?) {
        result.checks += 1
        result.walked.insert(row)
        if let failure = failure() { result.failures.append(failure) }
    }

    func noteSuccess(_ row: String) {
        result.reached.insert(row)
    }

    /// Notes what a row answered to somebody who asked for their own.
    func noteRefusal(_ row: String, _ answer: String) {
        result.refusals[row] = answer
    }

    /// Whether the answer is as expected; nil says so.
    ///
    /// - Parameters:
    ///   - isRefused: whether the answer says no, in the surface's own words.
    ///   - touchesAccounts: whether a row may give roles.
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
        return try await complaint(answer, isRefused, expectation, changed: watch.contents() != contents)
    }

    /// The fault of a reply that was to change nothing.
    private func complaint(
        _ answer: HTTPReply, _ isRefused: Bool, _ expectation: Expectation, changed: Bool
    ) async throws -> String? {
        let answered = "answered \(answer.status)\(isRefused ? ", no," : "")"
        if changed { return "\(answered) where nothing was to change, and changed \(try await undo())" }
        guard case .refused(let statuses) = expectation, !statuses.contains(answer.status) else { return nil }
        return "\(answered) instead of \(statuses.sorted()): \(answer.text.prefix(300))"
    }

    /// The changes of an admitted request that it may not make, once everything is restored.
    private func intrusion(of asker: Asker, touchesAccounts: Bool, touchesTheirs: Bool) async throws -> String? {
        let roles = touchesAccounts ? [:] : try watch.roles()
        let given = roles.filter { self.roles[$0.key] != nil && self.roles[$0.key] != $0.value }
        let isChecked = asker.account != .admin && !touchesTheirs
        let theirs = isChecked ? try watch.possessions(of: stranger) : possessions
        let taken = theirs.filter { possessions[$0.key] != $0.value }.map(\.key)
        try await restore()
        if !given.isEmpty { return "changed roles: \(given)" }
        return taken.isEmpty ? nil : "changed what is the stranger's: \(taken)"
    }

    /// Puts everything back; which tables had changed.
    private func undo() async throws -> [String] {
        let changed = try watch.contents().filter { contents[$0.key] != $0.value }.map(\.key).sorted()
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
