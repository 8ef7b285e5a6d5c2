import Administration
import ArgumentParser
import Foundation
import Gateway
import HTTPSupport
import Primitives

/// `rondo certificate`: what browsers and players are shown, and until when it is good.
struct CertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Show the certificate that a server with these settings uses.",
        discussion: "Give the same --certificate or --certs as to rondo serve, where they are not in the configuration."
    )
    @OptionGroup var instance: InstanceOptions
    @Option(help: "The PEM file of the certificate chain.") var certificate: String?
    @Option(help: "The folder of the development certificate.") var certs: String?

    func run() async throws {
        do {
            let settings = try await instance.settings(["--certs": certs])
            let own = DevelopmentAuthority(folder: settings.certificateFolder, names: [])
            let given = certificate.map { ($0 as NSString).expandingTildeInPath } ?? settings.certificate?.chain
            let path = given ?? own.certificatePath
            guard FileManager.default.fileExists(atPath: path) else {
                throw DomainError.notFound(
                    given == nil
                        ? "There is no certificate in \(settings.certificateFolder) yet: rondo serve makes one"
                        : "There is no file \(path)")
            }
            guard let state = CertificateFacts.state(of: path, isOwn: given == nil) else {
                throw DomainError.invalid("\(path) holds no certificate in PEM", field: "certificate")
            }
            show(state, path, authority: given == nil ? own.authorityPath : nil)
        } catch let error as DomainError {
            throw Failure.report(error, json: instance.json)
        }
    }

    /// - Parameter authority: what devices must trust for a certificate that the gateway made itself.
    private func show(_ state: CertificateState, _ path: String, authority: String?) {
        guard instance.json else {
            Output.line("\(path)")
            Output.line("subject \(state.subject)  issuer \(state.issuer)")
            Output.line("for \(state.names.joined(separator: ", "))")
            Output.line("good from \(ISO8601.text(of: state.from)) until \(ISO8601.text(of: state.until))")
            Output.line("SHA-256 \(state.fingerprint)")
            if let authority { Output.line("made by Rondo and renewed; devices trust it by \(authority)") }
            return
        }
        Output.json { json in
            json.field("file", path)
            json.field("subject", state.subject)
            json.field("issuer", state.issuer)
            json.field("names", state.names)
            json.field("from", state.from)
            json.field("until", state.until)
            json.field("fingerprint", state.fingerprint)
            json.field("own", state.isOwn)
            json.field("authority", authority)
        }
    }
}
