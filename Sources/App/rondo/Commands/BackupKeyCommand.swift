import Archives
import ArgumentParser
import Backups
import Foundation
import Gateway
import HTTPSupport
import Primitives

/// `rondo backup key`: a key pair to encrypt backups to.
struct BackupKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a key pair that backups are encrypted to.",
        discussion: """
            The public key goes to --backup-recipients, or to rondo backup --recipient. The private key opens every backup that is \
            encrypted to it, and without it none can be restored: store it away from this machine, in two places. Nothing of it stays here.
            """)

    @Option(help: "A file, not there yet, for the private key; without it the key is printed.") var output: String?
    @Flag(help: "Answer in JSON.") var json = false

    func run() async throws {
        do {
            let identity = BackupIdentity()
            if let output { try write(identity, to: URL(fileURLWithPath: output).path) }
            guard !json else {
                return Output.json { json in
                    json.field("public", identity.recipient.text)
                    json.field("private", output == nil ? identity.text : nil)
                    json.field("file", output)
                }
            }
            Output.line("public key   \(identity.recipient.text)")
            Output.line(output.map { "private key  in \($0)" } ?? "private key  \(identity.text)")
            Output.line("Store the private key elsewhere: without it no backup for this key can be restored.")
        } catch let error as DomainError {
            throw Failure.report(error, json: json)
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
struct BackupSignerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signer", abstract: "Print the public key that this server signs encrypted backups by.",
        discussion: "Note it elsewhere: with rondo backup verify --signer it shows that a backup is this server's.")
    @OptionGroup var instance: InstanceOptions

    func run() async throws {
        try await instance.run { rondo in
            let (signer, recipients) = (rondo.backupSigner.publicKey.text, rondo.settings.backupRecipients.map(\.text))
            guard !instance.json else {
                return Output.json { json in
                    json.field("signer", signer)
                    json.field("recipients", recipients)
                }
            }
            Output.line(signer)
            if !recipients.isEmpty { Output.line("encrypts to \(recipients.joined(separator: ", "))") }
        }
    }
}
