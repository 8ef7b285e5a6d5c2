import ArgumentParser
import Archives
import Backups
import Foundation
import HTTPSupport
import Journal
import Primitives
import SQLiteStore

/// `rondo backup`: everything that an instance knows, in one file, while it runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up an instance while it runs; verify and list backups.",
        discussion: """
            The file holds the database, the keys, the pictures and what waits to be approved; it is as secret as the gateway itself. \
            Sessions and links are left out.
            """,
        subcommands: [Make.self, Verify.self, List.self], defaultSubcommand: Make.self)

    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a backup.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "A file, or a folder that is there (default: the folder of backups).") var output: String?
        @Flag(help: "Put the music of all libraries in.") var withMusic = false
        @Flag(help: "Leave the keys out, to be kept elsewhere; without them no password works.") var withoutKeys = false
        @Flag(help: "Unpack it and compare, once it is made.") var verify = false

        func run() async throws {
            try await instance.run { rondo in
                let (now, progress) = (SystemWallClock().now(), BackupProgress())
                let place = place(rondo, at: now)
                let vault = Instance.backupVault(rondo.settings, in: place.folder, libraries: rondo.libraryStore)
                let order = BackupOrder(name: place.name, at: now, withMusic: withMusic, withKeys: !withoutKeys)
                var run = BackupRun(id: .make(at: now), kind: .command, startedAt: now, withMusic: withMusic)
                let file = try await vault.make(order, telling: progress)
                (run.state, run.file, run.size, run.endedAt) = (.done, file.name, file.size, SystemWallClock().now())
                try await rondo.backupStore.finish(
                    run, journal: BackupDesk.entry("backup.create", run, .commandLine, at: SystemWallClock().now()))
                if verify { _ = try await vault.verify(file.name, telling: progress) }
                let path = place.folder + "/" + file.name
                if instance.json {
                    Output.json { json in
                        json.field("file", path)
                        json.field("size", Int(file.size))
                        json.field("verified", verify)
                    }
                } else {
                    Output.line("\(path)  \(file.size) bytes\(verify ? ", verified" : "")")
                }
            }
        }

        private func place(_ rondo: Instance, at now: Timestamp) -> (folder: String, name: String) {
            guard let output else { return (rondo.settings.backupFolder, BackupFile.name(at: now)) }
            let url = URL(fileURLWithPath: output)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
                return (url.path, BackupFile.name(at: now))
            }
            return (url.deletingLastPathComponent().path, url.lastPathComponent)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Unpack a backup into a folder that goes again, look through its database and compare all of it.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The backup: a file, or the name of one in the folder of backups.") var file: String
        @Option(help: "Where to unpack it (default: the folder of temporary files).") var scratch: String?

        func run() async throws {
            let json = instance.json
            do {
                let file = try await place()
                let check = BackupCheck(
                    snapshots: SQLiteSnapshots(path: ""), bytesPerSecond: nil, progress: BackupProgress())
                let contents = try check.verify(file, scratch: scratch ?? FileManager.default.temporaryDirectory.path)
                if json {
                    Output.json { json in
                        json.field("version", contents.version)
                        json.field("createdAt", Timestamp(milliseconds: contents.createdAt))
                        json.field("withKeys", contents.includesKeys)
                        json.field("withMusic", contents.includesMusic)
                        json.field("rows", Int(contents.rows.values.reduce(0, +)))
                    }
                } else {
                    Output.line("\(file) is good: Rondo \(contents.version), \(contents.rows.values.reduce(0, +)) rows")
                }
            } catch let error as DomainError {
                throw Failure.report(error, json: json)
            }
        }

        /// No instance is needed for a file that is named by where it is.
        private func place() async throws -> String {
            guard !FileManager.default.fileExists(atPath: file), !file.contains("/") else { return file }
            let kept = try await instance.settings().backupFolder + "/" + file
            return FileManager.default.fileExists(atPath: kept) ? kept : file
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the backups in the folder of backups.")
        @OptionGroup var instance: InstanceOptions

        func run() async throws {
            try await instance.run { rondo in
                for listed in try await rondo.backups.list(as: Instance.operatorPrincipal) {
                    guard instance.json else {
                        Output.line("\(listed.file.name)  \(listed.file.size) bytes")
                        continue
                    }
                    Output.json { json in
                        json.field("name", listed.file.name)
                        json.field("size", Int(listed.file.size))
                        json.field("modifiedAt", listed.file.modifiedAt)
                        json.field("verifiedAt", listed.run?.verifiedAt)
                    }
                }
            }
        }
    }
}
