import Foundation
import Gateway
import HTTPSupport
import Primitives

/// The result of one check.
struct Finding {
    let subject: String
    let message: String
    /// The way to solve the problem; nil when there is none.
    let remedy: String?

    var isBad: Bool { remedy != nil }

    static func good(_ subject: String, _ message: String) -> Finding {
        Finding(subject: subject, message: message, remedy: nil)
    }

    static func bad(_ subject: String, _ message: String, _ remedy: String) -> Finding {
        Finding(subject: subject, message: message, remedy: remedy)
    }

    func show(json: Bool) {
        let line = (isBad ? "✗ " : "✓ ") + "\(subject): \(message)" + (remedy.map { "\n  → \($0)" } ?? "")
        Output.answer(json: json, line) { json in
            json.field("subject", subject)
            json.field("ok", !isBad)
            json.field("message", message)
            json.field("remedy", remedy)
        }
    }
}

/// The checks of the certificate and of the authority behind it.
extension DoctorCommand {
    static func checkCertificate(_ settings: ServeSettings) -> [Finding] {
        let own = settings.authorityFiles
        let files = settings.certificate ?? own.pair
        if settings.certificate == nil, !FileManager.default.fileExists(atPath: files.chain) {
            return [.good("certificate", "A development certificate will be made in \(settings.certificateFolder)")]
        }
        if let problem = settings.acme?.state?.problem {
            return [
                .bad(
                    "certificate", "No public certificate could be obtained: \(problem)",
                    "Let port 80 of \(settings.acme?.names.first ?? "the site") lead to http.redirect-port, and see rondo certificate"
                ), check(files),
            ] + check(own, settings)
        }
        return [check(files)] + (settings.certificate == nil ? check(own, settings) : [])
    }

    private static func check(_ files: CertificateSource.Files) -> Finding {
        let remedy = "Give the PEM files of one certificate chain and its unencrypted key"
        do {
            let source = try CertificateSource([files])
            guard let flaw = source.facts.flaw(at: Date()) else {
                return .good("certificate", "\(files.chain) and its key belong together")
            }
            return .bad("certificate", "The certificate in \(files.chain) \(flaw)", "Renew it")
        } catch let error as DomainError {
            return .bad("certificate", error.message, remedy)
        } catch {
            return .bad("certificate", "\(error)", remedy)
        }
    }

    private static func check(_ own: AuthorityFiles, _ settings: ServeSettings) -> [Finding] {
        guard let facts = own.facts else { return [] }
        let replace =
            "rondo certificate renew --authority, and import \(own.authority) into every browser and phone again"
        guard facts.isConstrained else {
            return [
                .bad(
                    "authority",
                    "\(own.authority) was made by an earlier version: its key can sign for any name",
                    replace)
            ]
        }
        guard facts.until > Date().addingTimeInterval(90 * 86_400) else {
            return [.bad("authority", "\(own.authority) expires soon, or has", replace)]
        }
        do {
            if try settings.developmentAuthority().isForeign() {
                return [
                    .bad(
                        "authority",
                        "\(own.authority) belongs to another data folder, so its certificate cannot be renewed",
                        "Name another folder with --certs, or " + replace)
                ]
            }
        } catch let error as DomainError {
            return [.bad("authority", error.message, "Repair the file or its folder")]
        } catch {
            return [.bad("authority", "\(error)", "Repair the file or its folder")]
        }
        return [.good("authority", "\(own.authority) can sign for this site's names only")]
    }
}
