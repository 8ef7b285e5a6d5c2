import Accounts
import Backups
import Foundation
import Gateway
import Logging
import Media
import Primitives
import Submissions
import NetworkClients

/// The settings of `rondo serve`, all validated.
struct ServeSettings: Sendable {
    let data: DataFolder
    let music: String?
    let publicFolder: String
    /// Whether the web client's files change while they are served.
    let isPublicInDevelopment: Bool
    let host: String
    let port: Int
    let redirectPort: Int?
    let names: [String]
    let proxies: TrustedProxies
    /// The operator's own certificate and key; nil for those of the development authority.
    let certificate: CertificateSource.Files?
    let certificateFolder: String
    let certificateInterval: Duration
    /// The source of public certificates; nil for none.
    let acme: ACMESettings?
    let limits: ConnectionLimits
    let shutdown: Duration
    let passwordMinimumLength: Int
    let passwordMemory: Int
    let passwordPasses: Int
    let confirmation: Duration
    /// Whether users may share music by links.
    let sharing: Bool
    let scanWorkers: Int
    let scanOnStart: Bool
    let scanWatch: Bool
    /// Nil for never.
    let scanInterval: Duration?
    /// The maximum size in bytes.
    let artworkCache: Int
    /// The maximum size in bytes.
    let transcodingCache: Int
    let encoders: Int
    let encodersPerUser: Int
    /// The quiet period of the libraries before their tracks are analyzed; nil for never.
    let analysisRest: Duration?
    /// The tracks that are analyzed at once.
    let analysisWorkers: Int
    /// The recordings that are recognized at once.
    let recognitions: Int
    /// The sound of the jukebox; nil where there is none.
    let jukebox: MPVOutput.Sound?
    let jukeboxName: String
    let renderers: RendererSettings
    let backupFolder: String
    /// Bytes per second; nil for no limit.
    let backupRate: Int?
    /// The recipients that backups are encrypted to; empty for plain ones.
    let backupRecipients: [BackupRecipient]
    /// Nil where the server sends no email.
    let mailServer: SMTPSettings?
    let mailSender: String
    /// The time zone whose midnight starts a new day of the board.
    let timeZone: TimeZone
    /// The ISO 3166 code of the server's country, in upper case; nil if unknown.
    let country: String?
    let uploadBounds: UploadBounds
    /// The free space in bytes that submissions leave on the disk.
    let freeSpaceReserve: Int64
    let submissionTemplate: FileNameTemplate
    let uploadTime: Duration
    let draftTime: Duration
    /// A PEM file of an authority to trust beside the system's for downloads from links.
    let linkAuthority: String?
    let metrics: MetricsAccess
    let supervise: Bool
    /// Whether the server process is confined to its own folders.
    let confine: Bool
    let logLevel: Logger.Level
    let logsJSON: Bool
    /// Every setting with its value as text; nil where it is not set and has no default. None of them is a secret.
    let configuration: [(key: String, value: String?, help: String)]

    init(_ reader: SettingsReader) throws {
        func text(_ key: String) throws -> String {
            guard let value = try reader.value(key) else { throw DomainError.invalid("\(key) is not set", field: key) }
            return value
        }
        func integer(_ key: String) throws -> Int { Int(try text(key)) ?? 0 }
        func optional(_ key: String) throws -> Int? { try reader.value(key).flatMap { Int($0) } }
        func flag(_ key: String) throws -> Bool { try text(key) == "true" }
        func seconds(_ key: String) throws -> Duration { .seconds(try integer(key)) }

        data = DataFolder(path: try text("data"))
        music = try reader.value("music").map(SettingsReader.absolute)
        publicFolder = try reader.value("public") ?? Self.findPublicFolder()
        isPublicInDevelopment = try flag("public.development")
        host = try text("http.host")
        port = try integer("http.port")
        redirectPort = try optional("http.redirect-port")
        names =
            try reader.value("site.names")?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        proxies = try TrustedProxies(
            addresses: try reader.value("proxies.addresses"), userField: try reader.value("proxies.user-header"))
        switch (try reader.value("tls.certificate"), try reader.value("tls.key")) {
        case (let chain?, let key?): certificate = CertificateSource.Files(chain: chain, key: key)
        case (nil, nil): certificate = nil
        case (_?, nil):
            throw DomainError.invalid(
                "tls.key is missing. Set it to the private key of tls.certificate", field: "tls.key")
        case (nil, _?):
            throw DomainError.invalid(
                "tls.certificate is missing. Set it to the certificate of tls.key", field: "tls.certificate")
        }
        certificateFolder = try reader.value("tls.folder") ?? Self.findCertificateFolder(data)
        certificateInterval = try seconds("tls.interval")
        acme = try Self.acme(
            reader, names, data, hasRedirect: redirectPort != nil, hasCertificate: certificate != nil)
        var limits = ConnectionLimits()
        limits.connections = try integer("limits.connections")
        limits.connectionsPerAddress = try integer("limits.connections-per-address")
        limits.connectionsFromThisMachine = try integer("limits.connections-from-this-machine")
        limits.handshake = try seconds("limits.handshake")
        limits.head = try seconds("limits.head")
        limits.idle = try seconds("limits.idle")
        limits.stallWindow = try seconds("limits.stall")
        self.limits = limits
        shutdown = try seconds("limits.shutdown")
        passwordMinimumLength = try integer("passwords.minimum-length")
        passwordMemory = try integer("passwords.memory")
        passwordPasses = try integer("passwords.passes")
        confirmation = try seconds("accounts.confirmation")
        sharing = try flag("sharing")
        let processors = ProcessInfo.processInfo.activeProcessorCount
        scanWorkers = try optional("scan.workers") ?? processors
        scanOnStart = try flag("scan.on-start")
        scanWatch = try flag("scan.watch")
        let hours = try integer("scan.every")
        scanInterval = hours == 0 ? nil : .seconds(hours * 3600)
        artworkCache = try integer("artwork.cache") << 20
        transcodingCache = try integer("transcoding.cache") << 20
        encoders = try optional("transcoding.encoders") ?? max(3, processors)
        encodersPerUser =
            try optional("transcoding.encoders-per-user") ?? max(1, min((encoders + 1) / 2, encoders - 1))
        let earlier = (try reader.value("fingerprints"), try optional("fingerprints.rest"))
        let isAnalyzed = try (earlier.0 ?? text("analysis")) == "true"
        analysisRest = isAnalyzed ? try earlier.1.map { .seconds($0) } ?? seconds("analysis.rest") : nil
        analysisWorkers = try optional("analysis.workers") ?? max(1, processors / 2)
        recognitions = try optional("recognition.at-once") ?? 8 * processors
        jukebox = try Self.jukebox(reader)
        jukeboxName = try text("jukebox.name")
        renderers = try RendererSettings(reader)
        backupFolder = try reader.value("backup.folder").map(SettingsReader.absolute) ?? data.backups
        let rate = try integer("backup.rate")
        backupRate = rate == 0 ? nil : rate << 20
        backupRecipients = try (reader.value("backup.recipients") ?? "").split(separator: ",").map {
            try BackupRecipient($0.trimmingCharacters(in: .whitespaces), field: "backup.recipients")
        }
        (mailServer, mailSender) = try Self.mail(reader, names)
        timeZone = try reader.value("board.time-zone").flatMap { TimeZone(identifier: $0) } ?? .current
        country = try reader.value("site.country")?.uppercased()
        uploadBounds = UploadBounds(
            file: Int64(try integer("giving.file-limit")) << 20, person: Int64(try integer("giving.quota")) << 20,
            everybody: Int64(try integer("giving.total")) << 20)
        freeSpaceReserve = Int64(try integer("giving.reserve")) << 20
        submissionTemplate = try FileNameTemplate(try text("giving.template"))
        uploadTime = .seconds(try integer("giving.upload-hours") * 3600)
        draftTime = .seconds(try integer("giving.keep-days") * 86_400)
        linkAuthority = try reader.value("links.authority").map(SettingsReader.absolute)
        metrics = try MetricsAccess(
            tokenFile: try reader.value("metrics.token-file").map(SettingsReader.absolute),
            addresses: try reader.value("metrics.addresses"))
        supervise = try flag("supervise")
        confine = try flag("confine")
        logLevel = Logger.Level(rawValue: try text("log.level")) ?? .notice
        logsJSON = try text("log.format") == "json"
        configuration = try SettingsTable.all.map { ($0.key, try reader.value($0.key), $0.help) }
    }

    /// The address for browsers on this machine, for links that commands print: the last one in use, else the expected
    /// one.
    var address: String {
        if let served = try? String(contentsOfFile: data.address, encoding: .utf8), served.hasPrefix("https://") {
            return served.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let name = names.first ?? "localhost"
        return port == 443 ? "https://\(name)" : "https://\(name):\(port)"
    }

    private static func jukebox(_ reader: SettingsReader) throws -> MPVOutput.Sound? {
        let device = try reader.value("jukebox.device")
        guard let system = try reader.value("jukebox.output") else {
            guard device == nil else {
                throw DomainError.invalid(
                    "jukebox.output is missing. Set it to the sound system of jukebox.device", field: "jukebox.output")
            }
            return nil
        }
        // It becomes a word of mpv's command line, where other characters would be further options of it.
        guard !system.isEmpty, system.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber) }) else {
            throw DomainError.invalid(
                "jukebox.output is the name of a sound system, such as alsa", field: "jukebox.output")
        }
        return MPVOutput.Sound(system: system, device: device)
    }

    private static func mail(_ reader: SettingsReader, _ names: [String]) throws -> (SMTPSettings?, String) {
        let sender = try EmailAddress(
            try reader.value("mail.sender") ?? "rondo@" + (names.first ?? "localhost"), field: "mail.sender")
        guard let url = try reader.value("mail.server") else { return (nil, sender.text) }
        var password: String?
        if let file = try reader.value("mail.password-file") {
            guard let bytes = try PrivateFile.read(SettingsReader.absolute(file)) else {
                throw DomainError.invalid("There is no file \(file)", field: "mail.password-file")
            }
            try PrivateFile.requirePrivate(
                SettingsReader.absolute(file), what: "The mail password", field: "mail.password-file")
            password = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
        let settings = try SMTPSettings(
            url: url, user: try reader.value("mail.user"), password: password,
            authority: try reader.value("mail.authority").map(SettingsReader.absolute))
        return (settings, sender.text)
    }

    private static func acme(
        _ reader: SettingsReader, _ names: [String], _ data: DataFolder, hasRedirect: Bool, hasCertificate: Bool
    ) throws -> ACMESettings? {
        let (email, directory) = (try reader.value("acme.email"), try reader.value("acme.directory"))
        let address = directory ?? ACMESettings.letsEncrypt
        guard try reader.value("acme.agree") == "true" else {
            guard email == nil, directory == nil else {
                throw DomainError.invalid(
                    "acme.agree is missing. Read the terms of the certificate authority at \(address), and set --acme-agree",
                    field: "acme.agree")
            }
            return nil
        }
        guard !hasCertificate else {
            throw DomainError.invalid(
                "tls.certificate and acme.agree are both set. Leave one of them out", field: "acme.agree")
        }
        guard URL(string: address)?.scheme == "https" else {
            throw DomainError.invalid("acme.directory must be an https address", field: "acme.directory")
        }
        let open = ACMESettings.publicNames(names)
        guard !open.isEmpty else {
            throw DomainError.invalid(
                "site.names has no public name that a certificate could be issued for", field: "site.names")
        }
        guard hasRedirect else {
            throw DomainError.invalid(
                "http.redirect-port is missing: the certificate authority looks at port 80, which must lead there",
                field: "http.redirect-port")
        }
        return ACMESettings(
            directory: address, email: try email.map { try EmailAddress($0, field: "acme.email").text }, names: open,
            authority: try reader.value("acme.authority").map(SettingsReader.absolute), folder: data.path + "/acme")
    }

    /// `public` in the working folder, beside the program, in an installation's share folder, or in the clone where it
    /// was built.
    private static func findPublicFolder() -> String {
        let program = URL(fileURLWithPath: CommandLine.programPath).deletingLastPathComponent()
        let candidates = [
            FileManager.default.currentDirectoryPath + "/public", program.path + "/public",
            program.deletingLastPathComponent().path + "/share/rondo/public",
            program.appendingPathComponent("../../../public").standardized.path,
        ]
        return candidates.first { FileManager.default.fileExists(atPath: $0 + "/index.html") } ?? candidates[0]
    }
}

extension CommandLine {
    /// The running program's own file with links resolved; workers and encoders are started from it. A test that
    /// composes an instance within its own process names the built program instead.
    @TaskLocal static var programPath =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments.first ?? "rondo"
}
