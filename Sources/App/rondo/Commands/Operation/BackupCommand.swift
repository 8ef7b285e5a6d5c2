import Archives
import ArgumentParser
import Backups
import Foundation
import Gateway
import HTTPSupport
import Journal
import Primitives
import SQLiteStore

/// `rondo backup`: all data of an instance in one file, while it runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up an instance while it runs; verify and list backups.",
        discussion: """
            The file contains the database, the keys, the pictures and the pending submissions; it is as secret as the server itself. \
            Sessions and links are left out. Encrypted to public keys (rondo backup key, --recipient) it can be stored anywhere.
            """,
        subcommands: [Make.self, Verify.self, List.self, BackupKeyCommand.self, BackupSignerCommand.self],
        defaultSubcommand: Make.self)

    struct Make: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Make a backup.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "A file, or a folder that exists (default: the backup folder).") var output: String?
        @Flag(help: "Include the music of all libraries.") var withMusic = false
        @Flag(help: "Leave out the keys, to be stored elsewhere; without them no password works.") var withoutKeys =
            false
        @Flag(help: "Then verify it: unpack and compare it, or check the signature of an encrypted one.")
        var verify = false
        @Option(help: "A public key that the backup is encrypted to, also several times (default: backup.recipients).")
        var recipient: [String] = []
        @Flag(help: "Do not encrypt it, whatever backup.recipients says.") var unencrypted = false

        func run(_ rondo: Features) async throws {
            let (now, progress) = (SystemWallClock().now(), BackupProgress())
            let recipients = try recipients(rondo)
            let place = place(rondo, at: now, isSealed: !recipients.isEmpty)
            let vault = BackupsFeature.vault(
                rondo.instance.settings, in: place.folder, libraries: rondo.instance.libraryStore,
                signer: rondo.instance.backupSigner)
            let order = BackupOptions(
                name: place.name, at: now, withMusic: withMusic, withKeys: !withoutKeys, recipients: recipients)
            var run = BackupRun(id: .make(at: now), kind: .command, startedAt: now, withMusic: withMusic)
            let file = try await vault.make(order, reporting: progress)
            (run.state, run.file, run.size, run.endedAt) = (.done, file.name, file.size, SystemWallClock().now())
            try await rondo.backups.store.finish(
                run,
                journal: BackupCoordinator.entry("backup.create", run, .commandLine, at: SystemWallClock().now()))
            if verify { _ = try await vault.verify(file.name, reporting: progress) }
            let path = place.folder + "/" + file.name
            let keys = recipients.map(\.text).joined(separator: ", ")
            let seal = "\nencrypted to \(keys), signed by \(rondo.instance.backupSigner.publicKey.text)"
            let line = "\(path)  \(file.size) bytes\(verify ? ", verified" : "")"
            instance.answer(line + (recipients.isEmpty ? "" : seal)) { json in
                json.field("file", path)
                json.field("size", Int(file.size))
                json.field("verified", verify)
                json.field("encrypted", !recipients.isEmpty)
            }
        }

        private func recipients(_ rondo: Features) throws -> [BackupRecipient] {
            if unencrypted {
                guard recipient.isEmpty else {
                    throw DomainError.invalid("Choose --recipient or --unencrypted", field: "recipient")
                }
                return []
            }
            return recipient.isEmpty
                ? rondo.instance.settings.backupRecipients : try recipient.map { try BackupRecipient($0) }
        }

        private func place(
            _ rondo: Features, at now: Timestamp, isSealed: Bool
        ) -> (folder: String, name: String) {
            let name = BackupFile.name(at: now, isSealed: isSealed)
            guard let output else { return (rondo.instance.settings.backupFolder, name) }
            let url = URL(fileURLWithPath: output)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
                return (url.path, name)
            }
            return (url.deletingLastPathComponent().path, url.lastPathComponent)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Unpack a backup into a temporary folder, check its database and compare all of it.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The backup: a file, or the name of one in the backup folder.") var file: String
        @Option(help: "Where to unpack it (default: the folder of temporary files).") var scratch: String?
        @Option(help: "The file of the private key, for an encrypted one; without it only the signature is checked.")
        var identity: String?
        @Option(help: "The key that it must be signed by, as rondo backup signer prints it.") var signer: String?
        @Option(help: "A head of the journal that was noted earlier; it must be in the backup.") var noted: String?

        func run() async throws {
            try await Failure.reporting(json: instance.json) {
                let file = try await place()
                let check = BackupCheck(
                    snapshots: SQLiteSnapshots(path: ""), bytesPerSecond: nil, progress: BackupProgress(),
                    identities: try identity.map(BackupIdentity.load) ?? [],
                    signer: try signer.map { try BackupSignerKey($0) })
                let point = noted.map { JournalChain.Point(text: $0) }
                if let point, point == nil {
                    throw DomainError.invalid("noted must be a head as rondo journal verify prints it", field: "noted")
                }
                let result = try check.verify(
                    file, scratch: scratch ?? FileManager.default.temporaryDirectory.path, noted: point ?? nil)
                instance.json ? Self.json(result) : Self.text(result, file)
            }
        }

        private static func json(_ result: BackupVerification) {
            Output.json { json in
                json.field("complete", result.isComplete)
                json.field("version", result.contents?.version ?? result.seal?.version)
                json.field(
                    "createdAt",
                    (result.contents?.createdAt ?? result.seal?.createdAt).map(Timestamp.init(milliseconds:)))
                json.field("withKeys", result.contents?.includesKeys ?? result.seal?.includesKeys ?? false)
                json.field("withMusic", result.contents?.includesMusic ?? result.seal?.includesMusic ?? false)
                json.field("rows", result.contents.map { Int($0.rows.values.reduce(0, +)) })
                json.field("journal", result.contents?.journal)
                json.field("signer", result.seal?.signer.text)
                if let seal = result.seal { json.field("recipients", seal.recipients.map(\.text)) }
            }
        }

        private static func text(_ result: BackupVerification, _ file: String) {
            if let contents = result.contents {
                Output.line("\(file) is intact: Rondo \(contents.version), \(contents.rows.values.reduce(0, +)) rows")
                if let journal = contents.journal { Output.line("journal up to \(journal)") }
            } else if let seal = result.seal {
                Output.line(
                    "\(file) is as it was signed: Rondo \(seal.version). What is in it can only be looked at with the private key (--identity)"
                )
            }
            if let seal = result.seal {
                Output.line("encrypted to \(seal.recipients.map(\.text).joined(separator: ", "))")
                Output.line("signed by \(seal.signer.text)")
            }
        }

        /// The path of the archive. A file that is named by its path needs no instance.
        private func place() async throws -> String {
            guard !FileManager.default.fileExists(atPath: file), !file.contains("/") else { return file }
            let stored = try instance.settings().backupFolder + "/" + file
            return FileManager.default.fileExists(atPath: stored) ? stored : file
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the backups in the backup folder.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            for listed in try await rondo.backups.coordinator.list(as: Instance.operatorPrincipal) {
                instance.answer("\(listed.file.name)  \(listed.file.size) bytes") { json in
                    json.field("name", listed.file.name)
                    json.field("size", Int(listed.file.size))
                    json.field("modifiedAt", listed.file.modifiedAt)
                    json.field("verifiedAt", listed.run?.verifiedAt)
                }
            }
        }
    }
}

/// `rondo backup key`: a key pair to encrypt backups to.
struct BackupKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a key pair that backups are encrypted to.",
        discussion: """
            Give the public key to --backup-recipients, or to rondo backup --recipient. The private key opens every backup that is \
            encrypted to it, and without it none can be restored: store it away from this machine, in two places. It is not stored here.
            """)

    @Option(help: "A new file for the private key; without it the key is printed.") var output: String?
    @Flag(help: "Answer in JSON.") var json = false

    func run() async throws {
        try await Failure.reporting(json: json) {
            let identity = BackupIdentity()
            if let output { try write(identity, to: URL(fileURLWithPath: output).path) }
            let lines = [
                "public key   \(identity.recipient.text)",
                output.map { "private key  in \($0)" } ?? "private key  \(identity.text)",
                "Store the private key elsewhere: without it no backup for this key can be restored.",
            ]
            Output.answer(json: json, lines.joined(separator: "\n")) { json in
                json.field("public", identity.recipient.text)
                json.field("private", output == nil ? identity.text : nil)
                json.field("file", output)
            }
        }
    }

    private func write(_ identity: BackupIdentity, to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw DomainError(.conflict, "There is a file \(path) already", reason: "file_exists")
        }
        let text = "# Opens backups for \(identity.recipient.text)\n\(identity.text)\n"
        try PrivateFile.write(Array(text.utf8), to: path)
    }
}

/// `rondo backup signer`: the public key of this server's signatures.
struct BackupSignerCommand: InstanceCommand {
    static let configuration = CommandConfiguration(
        commandName: "signer",
        abstract: "Print the public key that checks this server's signatures of encrypted backups.",
        discussion: "Note it elsewhere: with rondo backup verify --signer it shows that a backup is this server's.")
    @OptionGroup var instance: InstanceOptions

    func run(_ rondo: Features) async throws {
        let signer = rondo.instance.backupSigner.publicKey.text
        let recipients = rondo.instance.settings.backupRecipients.map(\.text)
        let use = recipients.isEmpty ? "" : "\nencrypts to \(recipients.joined(separator: ", "))"
        instance.answer(signer + use) { json in
            json.field("signer", signer)
            json.field("recipients", recipients)
        }
    }
}
