import Accounts
import ArgumentParser
import HTTPSupport
import Journal
import Primitives

/// Which entries of the journal a command is about.
struct JournalFilterOptions: ParsableArguments {
    @Option(help: "Of this person only, by user name.") var user: String?
    @Option(help: "Of this action only, like user.create.") var action: String?
    @Option(help: "From this time on, like 2026-11-21T00:00:00Z.") var from: String?
    @Option(help: "Before this time.") var until: String?

    func filter(_ rondo: Instance) async throws -> JournalFilter {
        var filter = JournalFilter(action: action)
        if let user { filter.person = try await rondo.users.get(username: user, as: .commandLine).id }
        filter.from = try Self.instant(from, "from")
        filter.until = try Self.instant(until, "until")
        return filter
    }

    private static func instant(_ text: String?, _ field: String) throws -> Timestamp? {
        guard let text else { return nil }
        guard let instant = ISO8601.timestamp(of: text) else {
            throw DomainError.invalid("\(field) must be a time like 2026-11-21T07:00:00Z", field: field)
        }
        return instant
    }
}
