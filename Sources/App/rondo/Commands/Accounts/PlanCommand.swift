import Accounts
import ArgumentParser
import HTTPSupport
import NativeAPI
import Primitives

/// `rondo plan`: the limits of users.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Plans: list, add, edit, delete, give.",
        subcommands: [List.self, Add.self, Edit.self, Delete.self, Give.self])

    /// The value `none` removes a limit.
    struct Limits: ParsableArguments {
        @Option(help: "Streams at once, or none.") var streams: String?
        @Option(help: "Highest bitrate in kbit/s, or none.") var bitrate: String?
        @Option(help: "Bytes of submitted music that may be pending, like 500MB, or none.") var upload: String?
        @Option(help: "Bytes of audio in a month, like 20GB, or none.") var transfer: String?
        @Flag(inversion: .prefixedNo, help: "Whether files may be downloaded.") var downloads: Bool?
        @Flag(help: "Make it the default plan, for users without a plan of their own.") var makeDefault = false

        func change(named name: String?) throws -> PlanChange {
            PlanChange(
                name: name, streams: try Self.number(streams, "streams").map { $0.map(Int.init(clamping:)) },
                maximumBitrate: try Self.number(bitrate, "bitrate").map { $0.map(Int.init(clamping:)) },
                uploadQuota: try Self.number(upload, "upload"),
                monthlyTransfer: try Self.number(transfer, "transfer"), allowsDownloads: downloads,
                isDefault: makeDefault ? true : nil)
        }

        /// Decimal units: 20GB is 20,000,000,000 bytes.
        private static func number(_ text: String?, _ field: String) throws -> Int64?? {
            guard let text else { return nil }
            if text == "none" { return .some(nil) }
            let units: [(String, Int64)] = [
                ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
            ]
            let unit = units.first { text.lowercased().hasSuffix($0.0.lowercased()) }
            let digits = text.dropLast(unit?.0.count ?? 0)
            guard let number = Int64(digits), number >= 0 else {
                throw DomainError.invalid("\(field) is a whole number, or none", field: field)
            }
            let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
            return isTooLarge ? .max : bytes
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the plans.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            for (plan, members) in try await rondo.accounts.plans.list(as: .commandLine) {
                PlanCommand.show(plan, members, json: instance.json)
            }
        }
    }

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a plan; an option that is left out sets no limit.")
        static let creates = true
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "Its name.") var name: String
        @OptionGroup var limits: Limits

        func run(_ rondo: Features) async throws {
            let plan = try await rondo.accounts.plans.create(try limits.change(named: name), as: .commandLine)
            PlanCommand.show(plan, 0, json: instance.json)
        }
    }

    struct Edit: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Change a plan.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "Its name.") var name: String
        @Option(help: "Its new name.") var rename: String?
        @OptionGroup var limits: Limits

        func run(_ rondo: Features) async throws {
            let plan = try await rondo.accounts.plans.get(named: name, as: .commandLine)
            let edited = try await rondo.accounts.plans.edit(
                plan.id, try limits.change(named: rename), as: .commandLine)
            PlanCommand.show(edited, nil, json: instance.json)
        }
    }

    struct Delete: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a plan; its users get the default plan.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "Its name.") var name: String

        func run(_ rondo: Features) async throws {
            let plan = try await rondo.accounts.plans.get(named: name, as: .commandLine)
            try await rondo.accounts.plans.delete(plan.id, as: .commandLine)
            instance.answer("Deleted \(plan.name)") { $0.field("id", plan.id.rawValue) }
        }
    }

    struct Give: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Assign a plan to a user.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var user: String
        @Argument(help: "The plan's name, or default.") var plan: String

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            let assigned: ID<Plan>? =
                plan == "default" ? nil : try await rondo.accounts.plans.get(named: plan, as: .commandLine).id
            let changed = try await rondo.accounts.users.edit(
                user.id, UserChange(plan: .some(assigned)), as: .commandLine)
            instance.answer("\(changed.username.text) has \(changed.terms.name)") { json in
                json.field("username", changed.username.text)
                json.field("plan", changed.terms.name)
            }
        }
    }

    private static func show(_ plan: Plan, _ members: Int?, json: Bool) {
        guard !json else { return Output.json(PlanBody(plan: plan, members: members)) }
        func text(_ limit: (some BinaryInteger)?) -> String { limit.map { "\($0)" } ?? "none" }
        Output.line(
            "\(plan.name)\(plan.isDefault ? " (default)" : "")  streams \(text(plan.limits.streams))  bitrate "
                + "\(text(plan.limits.maximumBitrate))  upload \(text(plan.limits.uploadQuota))  transfer "
                + text(plan.limits.monthlyTransfer) + (plan.limits.allowsDownloads ? "" : "  no downloads")
                + (members.map { "  users \($0)" } ?? ""))
    }
}
