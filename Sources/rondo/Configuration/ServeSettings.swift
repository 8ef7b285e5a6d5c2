import Accounts
import Foundation
import Gateway
import Logging
import Primitives

/// The settings of `rondo serve`, all checked.
struct ServeSettings: Sendable {
    let data: DataFolder
    let music: String?
    let publicFolder: String
    let host: String
    let port: Int
    let redirectPort: Int?
    let names: [String]
    /// The operator's own certificate and key; nil for the development authority's.
    let certificate: (chain: String, key: String)?
    let certificateFolder: String
    let certificateInterval: Duration
    let limits: ConnectionLimits
    let shutdown: Duration
    let passwordMinimumLength: Int
    let passwordMemory: Int
    let passwordPasses: Int
    let confirmation: Duration
    /// Whether people may share music by links.
    let sharing: Bool
    let scanWorkers: Int
    let scanOnStart: Bool
    let scanWatch: Bool
    /// Nil for never.
    let scanInterval: Duration?
    /// Bytes.
    let artworkCache: Int
    /// Bytes.
    let transcodingCache: Int
    let encoders: Int
    let encodersPerUser: Int
    /// Where midnight clears the board.
    let timeZone: TimeZone
    let supervise: Bool
    let logLevel: Logger.Level
    let logsJSON: Bool

    init(_ reader: SettingsReader) throws {
        func text(_ key: String) throws -> String {
            guard let value = try reader.value(key) else { throw DomainError.invalid("\(key) is not set", field: key) }
            return value
        }
        func integer(_ key: String) throws -> Int { Int(try text(key)) ?? 0 }
        func seconds(_ key: String) throws -> Duration { .seconds(try integer(key)) }

        data = DataFolder(path: try text("data"))
        music = try reader.value("music").map(Self.absolute)
        publicFolder = try reader.value("public") ?? Self.findPublicFolder()
        host = try text("http.host")
        port = try integer("http.port")
        redirectPort = try reader.value("http.redirect-port").flatMap { Int($0) }
        names =
            try reader.value("site.names")?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        switch (try reader.value("tls.certificate"), try reader.value("tls.key")) {
        case (let chain?, let key?): certificate = (chain, key)
        case (nil, nil): certificate = nil
        case (_?, nil):
            throw DomainError.invalid("tls.key is missing: tls.certificate needs its private key", field: "tls.key")
        case (nil, _?):
            throw DomainError.invalid(
                "tls.certificate is missing: tls.key needs its certificate", field: "tls.certificate")
        }
        certificateFolder = try reader.value("tls.folder") ?? Self.findCertificateFolder(data)
        certificateInterval = try seconds("tls.interval")
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
        sharing = try text("sharing") == "true"
        scanWorkers =
            try reader.value("scan.workers").flatMap { Int($0) } ?? ProcessInfo.processInfo.activeProcessorCount
        scanOnStart = try text("scan.on-start") == "true"
        scanWatch = try text("scan.watch") == "true"
        let hours = try integer("scan.every")
        scanInterval = hours == 0 ? nil : .seconds(hours * 3600)
        artworkCache = try integer("artwork.cache") << 20
        transcodingCache = try integer("transcoding.cache") << 20
        encoders =
            try reader.value("transcoding.encoders").flatMap { Int($0) }
            ?? max(2, ProcessInfo.processInfo.activeProcessorCount)
        encodersPerUser =
            try reader.value("transcoding.encoders-per-user").flatMap { Int($0) } ?? max(2, (encoders + 1) / 2)
        timeZone = try reader.value("board.time-zone").flatMap { TimeZone(identifier: $0) } ?? .current
        supervise = try text("supervise") == "true"
        logLevel = Logger.Level(rawValue: try text("log.level")) ?? .notice
        logsJSON = try text("log.format") == "json"
    }

    /// As people reach it by browser on this machine, for links that commands print: where it served last, else where it would.
    var address: String {
        if let served = try? String(contentsOfFile: data.address, encoding: .utf8), served.hasPrefix("https://") {
            return served.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let name = names.first ?? "localhost"
        return port == 443 ? "https://\(name)" : "https://\(name):\(port)"
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// `public` in the working folder, beside the program, in an installation's share folder, or in the clone it was built in.
    private static func findPublicFolder() -> String {
        let program = URL(fileURLWithPath: CommandLine.programPath).deletingLastPathComponent()
        let candidates = [
            FileManager.default.currentDirectoryPath + "/public", program.path + "/public",
            program.deletingLastPathComponent().path + "/share/rondo/public",
            program.appendingPathComponent("../../../public").standardized.path,
        ]
        return candidates.first { FileManager.default.fileExists(atPath: $0 + "/index.html") } ?? candidates[0]
    }

    private static func findCertificateFolder(_ data: DataFolder) -> String {
        let here = FileManager.default.currentDirectoryPath + "/certs"
        return FileManager.default.isWritableFile(atPath: here) ? here : data.path + "/certs"
    }
}

extension CommandLine {
    /// The running program's own file, links followed.
    static var programPath: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments.first ?? "rondo"
    }
}
