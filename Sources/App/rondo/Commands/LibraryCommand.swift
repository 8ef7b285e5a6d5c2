import Accounts
import ArgumentParser
import Catalog
import Foundation
import HTTPSupport
import Journal
import Primitives

/// `rondo library`: the folders with music.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Folders of music: add, list, remove.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Add a folder; a scan then finds its music.")
        static let creates = true
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The folder.") var path: String
        @Option(help: "Its name.") var name: String

        func run(_ rondo: Features) async throws {
            guard !path.isEmpty else {
                throw DomainError.invalid("The folder is missing. Give its path", field: "path")
            }
            let item = try await rondo.libraries.libraries.add(
                name: name, path: Array(SettingsReader.absolute(path).utf8), as: Instance.operatorPrincipal,
                by: .commandLine)
            LibraryCommand.show(item, json: instance.json)
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the folders.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            for item in try await rondo.libraries.libraries.list(as: Instance.operatorPrincipal) {
                LibraryCommand.show(item, json: instance.json)
            }
        }
    }

    struct Remove: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a folder from the libraries; its files stay.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The name or id.") var name: String

        func run(_ rondo: Features) async throws {
            let library = try await rondo.library(named: name)
            try await rondo.libraries.libraries.remove(library.id, as: Instance.operatorPrincipal, by: .commandLine)
            instance.answer("Removed \(library.name)") { $0.field("id", library.id.rawValue) }
        }
    }

    private static func show(_ item: LibraryItem, json: Bool) {
        let counts = "\(item.trackCount) tracks, \(item.problemCount) problems"
        Output.answer(json: json, "\(item.library.name)  \(item.library.displayPath)  \(counts)") { json in
            json.field("id", item.library.id.rawValue)
            json.field("name", item.library.name)
            json.field("path", item.library.displayPath)
            json.field("trackCount", item.trackCount)
            json.field("problemCount", item.problemCount)
            json.field("lastScanAt", item.lastScanAt)
        }
    }
}

extension Features {
    /// The library with this id, or else the one with this name. Throws `notFound` when there is none.
    func library(named name: String) async throws -> Library {
        let items = try await libraries.libraries.list(as: Instance.operatorPrincipal)
        let item = items.first { $0.library.id.rawValue == name } ?? items.first { $0.library.name == name }
        guard let item else {
            throw DomainError.notFound("There is no library \(name)")
        }
        return item.library
    }

    /// The names of the libraries by their ids.
    func libraryNames() async throws -> [String: String] {
        let items = try await libraries.libraries.list(as: Instance.operatorPrincipal)
        return Dictionary(
            items.map { ($0.library.id.rawValue, $0.library.name) }, uniquingKeysWith: { first, _ in first })
    }
}

/// `rondo user libraries`: the libraries that a user has access to.
struct UserLibrariesCommand: InstanceCommand {
    static let configuration = CommandConfiguration(
        commandName: "libraries",
        abstract: "Set the libraries that a user sees. Admins always see all.")
    @OptionGroup var instance: InstanceOptions
    @Argument(help: "The user name.") var name: String
    @Flag(help: "Every library, and those that are added later.") var all = false
    @Option(name: .customLong("only"), parsing: .upToNextOption, help: "Only these, by name or id.")
    var only: [String] = []

    func validate() throws {
        guard all == only.isEmpty else { throw ValidationError("Give either --all or --only LIBRARY …") }
    }

    func run(_ rondo: Features) async throws {
        let user = try await rondo.accounts.users.get(username: name, as: .commandLine)
        var libraries: Set<String> = []
        for name in only { libraries.insert(try await rondo.library(named: name).id.rawValue) }
        let changed = try await rondo.accounts.users.edit(
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

    /// - Parameter names: the libraries' names by id; a library without a name is shown by its id.
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
