import Accounts
import ArgumentParser
import Foundation
import Glibc
import HTTPSupport
import Journal
import NIOCore
import NativeAPI
import Primitives

/// `rondo journal`: all recorded actions, and the proof that nobody has changed them.
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "The journal: list, verify, export, cut.",
        subcommands: [List.self, Verify.self, Export.self, Cut.self])

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the latest entries.")
        @OptionGroup var instance: InstanceOptions
        @OptionGroup var filter: JournalFilterOptions
        @Option(help: "How many, 1 to 500.") var limit = 50

        func run(_ rondo: Features) async throws {
            let page = try await rondo.administration.journal.entries(
                try await filter.filter(rondo), try PageRequest(limit: limit), as: Instance.operatorPrincipal)
            for record in page.items.reversed() {
                guard !instance.json else {
                    JournalCommand.write(JournalFormat.jsonl.lines([record]))
                    continue
                }
                let who = record.actorName ?? record.actor.user?.rawValue ?? "-"
                let details = record.details.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
                Output.line(
                    "\(record.number)  \(ISO8601.text(of: record.at))  \(record.action)  \(who)  \(record.actor.origin)"
                        + (record.subject.map { "  \($0.kind) \($0.id)" } ?? "")
                        + (details.isEmpty ? "" : "  " + details.joined(separator: " ")))
            }
        }
    }

    struct Verify: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every entry against its seal; on exit code 1 the first bad one is named.",
            discussion:
                "Note the head that it prints somewhere else: with --noted it shows later that the journal was not rewritten as a whole."
        )
        @OptionGroup var instance: InstanceOptions
        @Option(help: "A head that was printed before.") var noted: String?

        func run(_ rondo: Features) async throws {
            let point = noted.map { JournalChain.Point(text: $0) }
            if let point, point == nil {
                throw DomainError.invalid("noted must be a head as verify printed it", field: "noted")
            }
            let result = try await rondo.administration.journal.verify(
                noted: point ?? nil, as: Instance.operatorPrincipal)
            if instance.json {
                Output.json(result)
            } else if let finding = result.finding {
                Output.line("✗ row \(finding.number): \(Self.text(finding.fault))")
                let rows = finding.fault == .cutOff ? "rows that are left" : "rows before it"
                Output.line("  \(result.checked) \(rows) are as they were written")
                if finding.fault == .cutOff { Output.line("  head \(result.head.text)") }
            } else {
                let cut = result.cutThrough > 0 ? ", cut up to row \(result.cutThrough)" : ""
                Output.line("✓ \(result.checked) rows are as they were written\(cut)")
                Output.line("  head \(result.head.text)")
            }
            if !result.isIntact { throw ExitCode(1) }
        }

        private static func text(_ fault: JournalVerification.Fault) -> String {
            switch fault {
            case .changed: "it was changed"
            case .missing: "it is missing"
            case .cutWithoutEntry: "what came before it was removed"
            case .notAsNoted: "it is not the one that was noted down"
            case .cutOff: "it was cut off; this head can no longer be compared"
            }
        }
    }

    struct Export: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the journal to standard output, oldest first.")
        @OptionGroup var instance: InstanceOptions
        @OptionGroup var filter: JournalFilterOptions
        @Option(help: "jsonl or csv.") var format = "jsonl"

        func run(_ rondo: Features) async throws {
            guard let format = JournalFormat(rawValue: format) else {
                throw DomainError.invalid("The format is jsonl or csv", field: "format")
            }
            JournalCommand.write(format.head)
            try await rondo.administration.journal.export(
                try await filter.filter(rondo), as: Instance.operatorPrincipal
            ) {
                JournalCommand.write(format.lines($0))
            }
        }
    }

    struct Cut: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove old entries; a sealed summary stays.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The number of days to retain, at least 30.") var keepDays: Int

        func run(_ rondo: Features) async throws {
            let days = min(max(keepDays, 0), 100_000)
            let cut = try await rondo.administration.journal.cut(
                olderThan: .seconds(days * 86_400), as: Instance.operatorPrincipal, by: .commandLine)
            let text = cut.map { "Removed \($0.count) rows, up to row \($0.through.number)" }
            instance.answer(text ?? "Nothing is that old") { json in
                json.field("removed", cut?.count ?? 0)
                json.field("through", cut?.through.number ?? 0)
            }
        }
    }

    /// Writes all bytes, however slowly they are read.
    private static func write(_ bytes: ByteBuffer) {
        bytes.withUnsafeReadableBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// The options that select journal entries.
struct JournalFilterOptions: ParsableArguments {
    @Option(help: "Of this user only, by user name.") var user: String?
    @Option(help: "Of this action only, like user.create.") var action: String?
    @Option(help: "From this time on, like 2026-11-21T00:00:00Z.") var from: String?
    @Option(help: "Before this time.") var until: String?

    func filter(_ rondo: Features) async throws -> JournalFilter {
        var filter = JournalFilter(action: action)
        if let user { filter.person = try await rondo.accounts.users.get(username: user, as: .commandLine).id }
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
