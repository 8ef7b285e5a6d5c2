import Accounts
import Administration
import ArgumentParser
import HTTPSupport
import NativeAPI
import Primitives

/// `rondo request`: users' feature requests.
struct RequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Users' feature requests: list, answer.",
        subcommands: [List.self, Answer.self])

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the requests, newest first.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "Only these: open, planned, done or declined.") var state: String?

        func run(_ rondo: Features) async throws {
            let state = try state.map(RequestCommand.state)
            try await Output.all {
                try await rondo.administration.requests.list(in: state, $0, as: .commandLine)
            } show: {
                RequestCommand.show($0, json: instance.json)
            }
        }
    }

    struct Answer: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Answer a request, and notify its author.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "Its id.") var id: String
        @Option(help: "planned, done, declined or open.") var state: String
        @Option(help: "The text of the answer.") var text = ""

        func run(_ rondo: Features) async throws {
            let answered = try await rondo.administration.requests.answer(
                ID(id), text, try RequestCommand.state(state), as: .commandLine)
            RequestCommand.show(answered, json: instance.json)
        }
    }

    private static func state(_ name: String) throws(DomainError) -> FeatureRequest.State {
        guard let state = FeatureRequest.State(rawValue: name) else {
            throw .invalid("A request is open, planned, done or declined", field: "state")
        }
        return state
    }

    private static func show(_ request: FeatureRequest, json: Bool) {
        guard !json else { return Output.json(request) }
        Output.line(
            "\(request.id.rawValue)  \(request.state.rawValue)  \(ISO8601.text(of: request.at))  \(request.personName): "
                + request.text.replacing("\n", with: " ")
                + (request.answer.isEmpty ? "" : "  -> " + request.answer.replacing("\n", with: " ")))
    }
}
