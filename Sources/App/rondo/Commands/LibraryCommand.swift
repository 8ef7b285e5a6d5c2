import HTTPSupport
import ArgumentParser
import Catalog
import Foundation
import Journal
import Primitives

/// `rondo library`: which folders hold music.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Folders of music: add, list, remove.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a folder; a scan then finds its music.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The folder.") var path: String
        @Option(help: "What to call it.") var name: String

        func run() async throws {
            try await instance.run(creates: true) { rondo in
                guard !path.isEmpty else { throw DomainError.invalid("Name the folder", field: "path") }
                let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
                let item = try await rondo.libraries.add(
                    name: name, path: Array(absolute.utf8), as: Instance.operatorPrincipal, by: .commandLine)
                LibraryCommand.show(item, json: instance.json)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the folders.")
        @OptionGroup var instance: InstanceOptions

        func run() async throws {
            try await instance.run { rondo in
                for item in try await rondo.libraries.list(as: Instance.operatorPrincipal) {
                    LibraryCommand.show(item, json: instance.json)
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Forget a folder; its files stay.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The name or id.") var name: String

        func run() async throws {
            try await instance.run { rondo in
                let library = try await rondo.library(named: name)
                try await rondo.libraries.remove(library.id, as: Instance.operatorPrincipal, by: .commandLine)
                instance.json
                    ? Output.json { $0.field("id", library.id.rawValue) } : Output.line("Removed \(library.name)")
            }
        }
    }

    private static func show(_ item: LibraryItem, json: Bool) {
        guard json else {
            return Output.line(
                "\(item.library.name)  \(item.library.displayPath)  \(item.trackCount) tracks, \(item.problemCount) problems"
            )
        }
        Output.json { json in
            json.field("id", item.library.id.rawValue)
            json.field("name", item.library.name)
            json.field("path", item.library.displayPath)
            json.field("trackCount", item.trackCount)
            json.field("problemCount", item.problemCount)
            json.field("lastScanAt", item.lastScanAt)
        }
    }
}

extension Instance {
    /// Throws `notFound` when no library has that name or id.
    func library(named name: String) async throws -> Library {
        let items = try await libraries.list(as: Self.operatorPrincipal)
        guard let item = items.first(where: { $0.library.name == name || $0.library.id.rawValue == name }) else {
            throw DomainError.notFound("There is no library \(name)")
        }
        return item.library
    }
}
