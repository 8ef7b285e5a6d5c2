import ArgumentParser
import Archives
import Backups
import Foundation
import HTTPSupport
import Journal
import Credentials
import Primitives
import SQLiteStore

/// `rondo restore`: replaces the contents of a data folder with a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into a data folder that no server runs on.",
        discussion: """
            The backup is unpacked beside what is there and compared before anything is touched. With --replace, the former data is moved to \
            a folder replaced-… of the data folder. All users must sign in again. The music of libraries whose folder is not on this \
            machine is put into restored-music, if the backup contains it. Where the folder has keys, an encrypted backup must be signed by the \
            server that they belong to, or by the one that --signer names.
            """)

    @Argument(help: "The backup.") var file: String
    @Option(help: "The data folder.") var data: String
    @Flag(help: "Replace an instance that is there already.") var replace = false
    @Option(help: "The file of the private key, for an encrypted one.") var identity: String?
    @Option(help: "The key that it must be signed by, as rondo backup signer prints it.") var signer: String?
    @Flag(help: "Answer in JSON.") var json = false

    func run() async throws {
        do {
            let reader = try SettingsReader(
                arguments: ["--data", data], environment: ProcessEnvironment.variables, file: nil)
            let settings = try ServeSettings(reader)
            try check(settings.data)
            try FileManager.default.createDirectory(
                atPath: settings.data.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard let lock = try FolderLock(at: settings.data.serverLock, .alone) else {
                throw DomainError(.conflict, "A server runs on \(settings.data.path). Stop it first", reason: "in_use")
            }
            defer { withExtendedLifetime(lock) {} }
            let snapshots = SQLiteSnapshots(path: settings.data.database)
            let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
            let restoration = Restoration(Server.places(settings), pairs: start.pairs)
            let check = BackupCheck(
                snapshots: snapshots, bytesPerSecond: nil, progress: BackupProgress(),
                identities: try identity.map(BackupIdentity.load) ?? [],
                signer: try signer.map { try BackupSignerKey($0) }, ownSigner: try ownSigner(settings.data))
            let prepared = try restoration.prepare(URL(fileURLWithPath: file).path, check, snapshots: snapshots)
            guard let applied = try restoration.apply() else { return }
            let instance = try await Instance(settings: settings)
            try await SQLiteBackupStore(instance.database).record(Server.restored(applied.contents, by: .commandLine))
            try instance.database.close()
            report(applied, signedBy: prepared.seal?.signer)
        } catch let error as DomainError {
            throw Failure.report(signer == nil ? Self.namingOption(error) : error, json: json)
        }
    }

    /// The public key of the server whose keys are in the folder; nil where there are none.
    private func ownSigner(_ data: DataFolder) throws -> BackupSignerKey? {
        guard FileManager.default.fileExists(atPath: data.secret) else { return nil }
        return try Instance.signer(of: ServerSecretFile.load(at: data.secret)).publicKey
    }

    private static func namingOption(_ error: DomainError) -> DomainError {
        guard error.reason == "backup_foreign" else { return error }
        return DomainError(
            error.code, error.message + ". If it is to take this server's place, name that key with --signer",
            reason: error.reason)
    }

    private func check(_ data: DataFolder) throws {
        let there = (try? FileManager.default.contentsOfDirectory(atPath: data.path)) ?? []
        // A refused attempt may have left its lock, and the operator may have copied the keys here.
        guard replace || Set(there).isSubset(of: ["server.lock", "keys"]) else {
            throw DomainError(
                .conflict, "\(data.path) is not empty. Name an empty folder, or give --replace", reason: "not_empty")
        }
    }

    private func report(_ applied: (contents: BackupContents, aside: String), signedBy signer: BackupSignerKey?) {
        let aside = FileManager.default.fileExists(atPath: applied.aside) ? applied.aside : nil
        let lines = [
            "Restored into \(data)" + (aside.map { "; the former data is in \($0)" } ?? ""),
            applied.contents.journal.map { "journal up to \($0)" },
            signer.map { "signed by \($0.text)" } ?? "not encrypted, and signed by nobody",
        ]
        Output.answer(json: json, lines.compactMap(\.self).joined(separator: "\n")) { json in
            json.field("data", data)
            json.field("version", applied.contents.version)
            json.field("createdAt", Timestamp(milliseconds: applied.contents.createdAt))
            json.field("journal", applied.contents.journal)
            json.field("signer", signer?.text)
            json.field("aside", aside)
        }
    }
}
