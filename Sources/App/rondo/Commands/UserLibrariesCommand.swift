import Accounts
import ArgumentParser
import Catalog
import HTTPSupport
import Primitives

/// `rondo user libraries`: whose music somebody gets to see.
struct UserLibrariesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "libraries",
        abstract: "Say which libraries somebody sees. Admins see all of them whatever is said.")
    @OptionGroup var instance: InstanceOptions
    @Argument(help: "The user name.") var name: String
    @Flag(help: "Every library, and those that are added later.") var all = false
    @Option(name: .customLong("only"), parsing: .upToNextOption, help: "Only these, by name or id.")
    var only: [String] = []

    func validate() throws {
        guard all == only.isEmpty else { throw ValidationError("Say either --all or --only LIBRARY …") }
    }

    func run() async throws {
        try await instance.run { rondo in
            let user = try await rondo.users.get(username: name, as: .commandLine)
            var libraries: Set<String> = []
            for name in only { libraries.insert(try await rondo.library(named: name).id.rawValue) }
            let changed = try await rondo.users.edit(
                user.id, UserChange(libraries: all ? .everything : .only(libraries)), as: .commandLine)
            if instance.json {
                Output.json { json in
                    json.field("username", changed.username.text)
                    json.field("libraries", changed.libraries)
                }
            } else {
                let names = try await rondo.libraryNames()
                Output.line("\(changed.username.text)  \(Self.text(changed.libraries, names))")
            }
        }
    }

    /// - Parameter names: of the libraries by id; one without a name shows its id.
    static func text(_ libraries: LibraryScope, _ names: [String: String]) -> String {
        let listed =
            switch libraries.libraries {
            case nil: "all libraries"
            case .some(let ids) where ids.isEmpty: "no library"
            case .some(let ids): "only " + ids.map { names[$0] ?? $0 }.sorted().joined(separator: ", ")
            }
        return libraries.includesExplicit ? listed : listed + ", nothing explicit"
    }
}

extension Instance {
    /// The names of the libraries by their ids.
    func libraryNames() async throws -> [String: String] {
        let items = try await libraries.list(as: Self.operatorPrincipal)
        return Dictionary(
            items.map { ($0.library.id.rawValue, $0.library.name) }, uniquingKeysWith: { first, _ in first })
    }
}
