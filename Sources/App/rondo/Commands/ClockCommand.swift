import Accounts
import Administration
import ArgumentParser
import HTTPSupport
import Primitives

/// `rondo clock`: what time it is, and which clock to believe after a leap.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The machine's clock: show, accept.",
        discussion: """
            When the machine's clock leaps by more than a day and a half, time goes on from before the leap, and nothing expires or is \
            removed, until the clock is right again or somebody accepts it.
            """,
        subcommands: [Show.self, Accept.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what time it is, and whether the clock has leapt.")
        @OptionGroup var instance: InstanceOptions

        func run() async throws {
            try await instance.run { rondo in
                let leap = rondo.clock.leap
                if instance.json {
                    Output.json { json in
                        json.field("time", rondo.clock.now())
                        json.field("shown", leap?.shown)
                        json.field("settled", rondo.clock.isSettled)
                    }
                } else if let leap {
                    Output.line(
                        "The machine's clock shows \(ISO8601.text(of: leap.shown)), but it should be "
                            + "\(ISO8601.text(of: leap.expected)). Set it right, or run rondo clock accept.")
                } else {
                    Output.line("\(ISO8601.text(of: rondo.clock.now()))  The clock has not leapt.")
                }
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take the machine's clock for right.")
        @OptionGroup var instance: InstanceOptions

        func run() async throws {
            try await instance.run { rondo in
                try await rondo.upkeep.acceptClock(as: .commandLine)
                let now = rondo.clock.now()
                instance.json
                    ? Output.json { $0.field("time", now) } : Output.line("It is \(ISO8601.text(of: now))")
            }
        }
    }
}
