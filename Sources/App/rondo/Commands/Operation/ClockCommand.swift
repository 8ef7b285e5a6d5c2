import Accounts
import Administration
import ArgumentParser
import HTTPSupport
import Primitives
import SQLiteStore

/// `rondo clock`: the present time, and which clock to trust after a jump.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The machine's clock: show, accept.",
        discussion: """
            When the machine's clock jumps by more than a day and a half, time continues from before the jump, and nothing expires or is \
            removed, until the clock is right again or an operator accepts it.
            """,
        subcommands: [Show.self, Accept.self], defaultSubcommand: Show.self)

    struct Show: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the time, and whether the clock has jumped.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            let clock = rondo.instance.clock
            let leap = clock.leap
            let problem = leap.map {
                "The machine's clock shows \(ISO8601.text(of: $0.shown)), but it should be "
                    + "\(ISO8601.text(of: $0.expected)). Set it right, or run rondo clock accept."
            }
            instance.answer(problem ?? "\(ISO8601.text(of: clock.now()))  The clock has not jumped.") { json in
                json.field("time", clock.now())
                json.field("shown", leap?.shown)
                json.field("settled", clock.isSettled)
            }
        }
    }

    struct Accept: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Accept the machine's clock as right.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            try await rondo.administration.upkeep.acceptClock(as: .commandLine)
            let now = rondo.instance.clock.now()
            instance.answer("It is \(ISO8601.text(of: now))") { $0.field("time", now) }
        }
    }
}

/// `rondo cleanup`: data that is about to be removed for good, and cleanups that were stopped.
struct CleanupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cleanup", abstract: "The removal of unused data: list, allow.",
        discussion: """
            Unused data is marked, and removed a day later. A run that would remove more than a tenth of all there is stops \
            until it is allowed.
            """,
        subcommands: [List.self, Allow.self], defaultSubcommand: List.self)

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List what cleanups have marked and removed.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            for state in try await rondo.instance.cleanups.states() { show(state) }
        }

        private func show(_ state: CleanupState) {
            let line =
                "\(state.kind.rawValue)  of \(state.total)  marked \(state.marked)  removed \(state.removed)"
                + (state.stopped.map { "  stopped: \($0) at once" } ?? "") + (state.isAllowed ? "  allowed" : "")
            instance.answer(line) { json in
                json.field("kind", state.kind.rawValue)
                json.field("ranAt", state.ranAt)
                json.field("total", state.total)
                json.field("marked", state.marked)
                json.field("removed", state.removed)
                json.field("stopped", state.stopped)
                json.field("allowed", state.isAllowed)
            }
        }
    }

    struct Allow: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a cleanup that was stopped remove what it has marked.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: ArgumentHelp(stringLiteral: kinds)) var kind: String

        private static let kinds = CleanupKind.allCases.map(\.rawValue).joined(separator: ", ")

        func run(_ rondo: Features) async throws {
            guard let kind = CleanupKind(rawValue: kind) else {
                throw DomainError.invalid("The kind must be one of \(Self.kinds)", field: "kind")
            }
            try await rondo.administration.upkeep.allowCleanup(kind, as: .commandLine)
            instance.answer("The next runs remove the marked \(kind.rawValue)") { $0.field("kind", kind.rawValue) }
        }
    }
}
