import Accounts
import Foundation
import Gateway
import Logging
import NetworkClients
import Credentials
import Primitives
import Synchronization

/// The certificate of the running server, once there is one; others report its state.
final class RunningCertificate: Sendable {
    private let stored = Mutex<CertificateSource?>(nil)

    var source: CertificateSource? { stored.withLock { $0 } }

    func set(_ source: CertificateSource) {
        stored.withLock { $0 = source }
    }
}

extension KeySealer {
    init(secret: ServerSecret) {
        self.init(key: secret.derive("rondo key file seal v1"))
    }
}

extension ServeSettings {
    /// The names and addresses that this site's certificate is for.
    var certificateNames: [String] {
        // Addresses that nobody types; --names can ask for one all the same.
        let unspoken = ["0.0.0.0", "::", "127.0.0.1", "::1"]
        return ["localhost", ProcessInfo.processInfo.hostName] + [host].filter { !unspoken.contains($0) } + names
    }

    /// The certificate file that a server uses, as far as a command can know.
    var shownCertificate: String {
        if let certificate { return certificate.chain }
        if let acme, CertificateFacts(path: acme.files.chain)?.flaw(at: Date()) == nil,
            FileManager.default.fileExists(atPath: acme.files.chain)
        {
            return acme.files.chain
        }
        return authorityFiles.certificate
    }

    var authorityFiles: AuthorityFiles { AuthorityFiles(folder: certificateFolder) }

    /// The development authority, for commands. Throws `notFound` where no server has made the secret yet.
    func developmentAuthority() throws -> DevelopmentAuthority {
        guard FileManager.default.fileExists(atPath: data.secret) else {
            throw DomainError.notFound("There is no instance in \(data.path). Make one with rondo serve, or set --data")
        }
        return DevelopmentAuthority(
            folder: certificateFolder, names: certificateNames,
            sealer: KeySealer(secret: try ServerSecretFile.load(at: data.secret)))
    }

    /// `certs` in the working folder, unless the authority there belongs to another data folder; else in the data
    /// folder.
    static func findCertificateFolder(_ data: DataFolder) -> String {
        let here = FileManager.default.currentDirectoryPath + "/certs"
        guard FileManager.default.isWritableFile(atPath: here) else { return data.path + "/certs" }
        let key = AuthorityFiles(folder: here).authorityKey
        let isKnown = FileManager.default.fileExists(atPath: data.secret)
        // Without a secret no file can be opened: any key serves to find out whether the file is sealed.
        let secret = isKnown ? try? ServerSecretFile.load(at: data.secret) : ServerSecret(bytes: ServerSecret.random())
        if let secret, case .foreign? = try? KeySealer(secret: secret).read(key, for: DevelopmentAuthority.purpose) {
            return data.path + "/certs"
        }
        return here
    }
}

extension Server {
    /// The operator's certificate, or one of the server's own authority, which is renewed in time.
    func prepareCertificates(_ instance: Instance) throws -> (
        source: CertificateSource, renewal: (@Sendable () throws -> Void)?
    ) {
        try makeKeysPrivate()
        let (source, renewal) = try makeCertificates(instance)
        if let problem = source.problem {
            logger.error("The TLS certificate has a problem", metadata: ["problem": "\(problem)"])
            Output.line("Certificate: \(problem)")
        }
        instance.certificate.set(source)
        return (source, renewal)
    }

    /// The orders of public certificates, and the challenge tokens that the plain port answers with.
    func certificateOrders(_ instance: Instance) -> (ChallengeTokens, ACMERenewal?) {
        let challenges = ChallengeTokens()
        guard let acme = settings.acme else { return (challenges, nil) }
        let renewal = ACMERenewal(
            acme, challenges: challenges,
            http: { DirectClient(fetcher: try PinnedFetcher(agent: "Rondo", authority: $0)) },
            sealer: instance.keySealer, interval: settings.certificateInterval, logger: logger)
        return (challenges, renewal)
    }

    private func makeCertificates(_ instance: Instance) throws -> (
        source: CertificateSource, renewal: (@Sendable () throws -> Void)?
    ) {
        if let files = settings.certificate { return (try CertificateSource([files]), nil) }
        let authority = DevelopmentAuthority(
            folder: settings.certificateFolder, names: settings.certificateNames, sealer: instance.keySealer)
        // The instance's clock: a jump of the machine's clock must not lead to a certificate for another year.
        let clock = instance.clock
        let now: @Sendable () -> Date = { Date(timeIntervalSince1970: Double(clock.now().milliseconds) / 1000) }
        let logger = logger
        report(try authority.prepare(now: now()), authority.files)
        if authority.files.facts?.isConstrained == false {
            logger.warning(
                "The development authority of an earlier version can sign for any name; rondo certificate renew --authority replaces it",
                metadata: ["authority": "\(authority.files.authority)"])
        }
        return (
            try CertificateSource((settings.acme.map { [$0.files] } ?? []) + [authority.files.pair]),
            { report(try authority.prepare(now: now(), replacesForNames: false), authority.files) }
        )
    }

    @Sendable private func report(_ outcome: DevelopmentAuthority.Outcome, _ files: AuthorityFiles) {
        guard case .replaced(let reason) = outcome else { return }
        Output.line(reason.sentence(files.authority))
    }
}

extension DevelopmentAuthority.Reason {
    func sentence(_ path: String) -> String {
        switch self {
        case .missing: "Import \(path) into browsers and phones once: it is the authority of this server's certificate"
        case .names:
            "The site has a name that its authority may not sign for, so there is a new authority: import \(path) into every browser and phone again"
        case .ending:
            "The authority was about to expire, so there is a new one: import \(path) into every browser and phone again"
        case .requested:
            "There is a new authority: import \(path) into every browser and phone again, and remove the old one there"
        }
    }
}
