import Administration
import ArgumentParser
import Foundation
import Gateway
import HTTPSupport
import Primitives

/// `rondo certificate`: the certificate that browsers and players are shown, and its expiry.
struct CertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Show or renew the certificate that a server with these settings uses.",
        discussion:
            "Give the same --certificate or --certs as to rondo serve, where they are not in the configuration.",
        subcommands: [Show.self, Renew.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the certificate.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The PEM file of the certificate chain.") var certificate: String?
        @Option(help: "The folder of the development certificate.") var certs: String?

        func run() async throws {
            try await Failure.reporting(json: instance.json) {
                let settings = try instance.settings(["--certs": certs])
                let own = settings.authorityFiles
                let named = certificate.map { ($0 as NSString).expandingTildeInPath }
                let path = named ?? settings.shownCertificate
                let isOwn = named == nil && path == own.certificate
                let orders = named == nil ? settings.acme : nil
                guard FileManager.default.fileExists(atPath: path) else {
                    throw DomainError.notFound(
                        isOwn
                            ? "There is no certificate in \(settings.certificateFolder) yet. rondo serve makes one"
                            : "There is no file \(path)")
                }
                guard let facts = CertificateFacts(path: path) else {
                    throw DomainError.invalid("\(path) contains no certificate in PEM", field: "certificate")
                }
                show(facts.state(isOwn: isOwn, authority: isOwn ? own.facts : nil), path, orders)
            }
        }

        private func show(_ state: CertificateState, _ path: String, _ orders: ACMESettings?) {
            guard instance.json else { return text(state, path, orders) }
            Output.json { json in
                json.field("file", path)
                json.field("subject", state.subject)
                json.field("issuer", state.issuer)
                json.field("names", state.names)
                json.field("from", state.from)
                json.field("until", state.until)
                json.field("fingerprint", state.fingerprint)
                json.field("own", state.isOwn)
                json.field("authority", state.authority?.path)
                json.field("authorityUntil", state.authority?.until)
                if let authority = state.authority { json.field("authorityConstrained", authority.isConstrained) }
                json.field("directory", orders?.directory)
                if let orders { json.field("orderedNames", orders.names) }
                json.field("orderProblem", orders?.state?.problem)
                json.field("nextOrder", orders?.state?.nextAttempt.map { Timestamp($0) })
            }
        }

        /// Prints the state of the public certificate.
        private func text(_ orders: ACMESettings) {
            Output.line("ordered from \(orders.directory) for \(orders.names.joined(separator: ", "))")
            guard let state = orders.state else { return Output.line("nothing was ordered yet. rondo serve does it") }
            if let success = state.lastSuccess {
                Output.line("issued on \(ISO8601.text(of: Timestamp(success))), renewed after two thirds of its life")
            }
            guard let problem = state.problem else { return }
            Output.line("the last order failed: \(problem)")
            if let next = state.nextAttempt { Output.line("tried again at \(ISO8601.text(of: Timestamp(next)))") }
        }

        private func text(_ state: CertificateState, _ path: String, _ orders: ACMESettings?) {
            defer { if let orders { text(orders) } }
            Output.line("\(path)")
            Output.line("subject \(state.subject)  issuer \(state.issuer)")
            Output.line("for \(state.names.joined(separator: ", "))")
            Output.line("valid from \(ISO8601.text(of: state.from)) until \(ISO8601.text(of: state.until))")
            Output.line("SHA-256 \(state.fingerprint)")
            guard let authority = state.authority else { return }
            Output.line("made by Rondo and renewed; devices trust it by \(authority.path)")
            Output.line(
                "the authority is valid until \(ISO8601.text(of: authority.until)) and can sign for "
                    + (authority.isConstrained
                        ? "this site's names only"
                        : "any name: an earlier version made it; replace it with rondo certificate renew --authority"))
        }
    }

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new development certificate; a running server uses it within seconds.",
            discussion: """
                With --authority the certificate authority is replaced as well: every browser and phone has to import the new \
                rondo-ca.pem, and should forget the old one.
                """)
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The folder of the development certificate.") var certs: String?
        @Flag(help: "Replace the certificate authority too.") var authority = false

        func run() async throws {
            try await Failure.reporting(json: instance.json) {
                let settings = try instance.settings(["--certs": certs])
                guard settings.certificate == nil else {
                    throw DomainError(
                        .conflict,
                        "This server uses a certificate of yours: put a renewed one in its place, which is taken into use without a restart",
                        reason: "certificate_given")
                }
                if let acme = settings.acme, !authority {
                    try acme.requestRenewal()
                    let outcome = "rondo certificate shows what comes of it"
                    let line = "The running server orders a certificate from \(acme.directory) now; \(outcome)"
                    return instance.answer(line) { json in
                        json.field("directory", acme.directory)
                        json.field("requested", true)
                    }
                }
                let development = try settings.developmentAuthority()
                let outcome = try development.renew(replacingAuthority: authority)
                let files = development.files
                var line = "There is a new certificate in \(files.certificate)"
                if case .replaced(let reason) = outcome { line += "\n" + reason.sentence(files.authority) }
                instance.answer(line) { json in
                    json.field("file", files.certificate)
                    json.field("authority", files.authority)
                    json.field("authorityReplaced", outcome != .renewed)
                }
            }
        }
    }
}
