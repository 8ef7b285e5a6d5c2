import Accounts
import ArgumentParser
import Backups
import Bundling
import Catalog
import Foundation
import Gateway
import HTTPSupport
import Media
import NIOCore
import NIOPosix
import NetworkClients
import Primitives
import SQLiteStore

/// `rondo doctor`: finds problems, and says how to solve them.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find what is missing or wrong, and say how to fix it.",
        discussion: "It accepts the settings of rondo serve and changes nothing.")

    @Flag(help: "Answer in JSON.") var json = false
    @Option(help: "Configuration file in JSON.") var config: String?
    @Argument(parsing: .allUnrecognized, help: .hidden) var settings: [String] = []

    func run() async throws {
        var findings: [Finding] = []
        do {
            let reader = try SettingsReader(
                arguments: settings, environment: ProcessEnvironment.variables, file: config)
            let settings = try ServeSettings(reader)
            findings.append(.good("settings", "All settings are valid"))
            findings += Self.checkFolders(settings) + Self.checkCertificate(settings)
            findings.append(await Self.checkPrograms())
            findings += await Self.checkJukebox(settings)
            findings += Self.checkRenderers(settings.renderers)
            findings.append(Self.checkAuthorities())
            findings.append(await Self.checkConfinement(settings))
            findings += await Self.checkPort(settings)
            findings += await Self.checkInstance(settings)
        } catch let error as DomainError {
            findings.append(.bad("settings", error.message, "Correct the setting; rondo serve --help lists them all"))
        }
        findings.forEach { $0.show(json: json) }
        if findings.contains(where: \.isBad) { throw ExitCode(1) }
    }

    private static func checkFolders(_ settings: ServeSettings) -> [Finding] {
        var findings: [Finding] = []
        let manager = FileManager.default
        let data = settings.data.path
        if !manager.fileExists(atPath: data) {
            findings.append(.good("data", "\(data) will be made at the first start"))
        } else if manager.isWritableFile(atPath: data) {
            findings.append(.good("data", "\(data) can be written"))
        } else {
            findings.append(
                .bad(
                    "data", "\(data) cannot be written",
                    "Make the user that runs rondo its owner, or set data to another folder"))
        }
        if let free = try? manager.attributesOfFileSystem(forPath: manager.fileExists(atPath: data) ? data : "/")[
            .systemFreeSize] as? Int64,
            free < 1 << 30
        {
            findings.append(
                .bad(
                    "disk", "Only \(ByteCount(free)) are free for \(data)",
                    "Free some space; the database needs it to work"
                )
            )
        }
        if manager.fileExists(atPath: settings.publicFolder + "/index.html") {
            findings.append(.good("public", "The web client is in \(settings.publicFolder)"))
            findings.append(
                Esbuild.installed != nil
                    ? .good("esbuild", "The web client's files are joined")
                    : .bad(
                        "esbuild", "esbuild is not installed",
                        "\(DebianPackage.esbuild.installation); without it pages load their files one by one"))
        } else {
            findings.append(
                .bad(
                    "public", "There is no web client in \(settings.publicFolder)",
                    "Set public to the folder of that name in the clone"))
        }
        if let music = settings.music, !manager.isReadableFile(atPath: music) {
            findings.append(
                .bad("music", "\(music) cannot be read", "Correct --music, or let the user that runs rondo read it"))
        }
        return findings
    }

    private static func checkPrograms() async -> Finding {
        guard let program = await FFmpegEncoder.find() else {
            return .bad(
                "ffmpeg", "ffmpeg is not installed",
                "\(DebianPackage.ffmpeg.installation); without it nothing is converted, and the demo library has no covers"
            )
        }
        let missing = await FFmpegEncoder.missingEncoders(of: program)
        guard missing.isEmpty else {
            return .bad(
                "ffmpeg", "\(program) cannot make \(missing.joined(separator: ", "))",
                "Install an ffmpeg with these encoders, as Debian's has")
        }
        return .good("ffmpeg", "\(program) has all encoders")
    }

    /// Nothing to say where no jukebox is set up.
    private static func checkJukebox(_ settings: ServeSettings) async -> [Finding] {
        guard settings.jukebox != nil else { return [] }
        guard let program = await MPVOutput.find() else {
            return [
                .bad("jukebox", "mpv is not installed", "apt-get install mpv; without it the jukebox is silent")
            ]
        }
        return [.good("jukebox", "\(program) plays")]
    }

    /// Nothing to say where no interface is named.
    private static func checkRenderers(_ renderers: RendererSettings) -> [Finding] {
        let found = (try? NetworkInterface.find(renderers.interfaces)) ?? []
        return renderers.interfaces.map { name in
            guard let interface = found.first(where: { $0.name == name }) else {
                return .bad(
                    "renderers", "\(name) is not there, or has no IPv4 address",
                    "Set renderers.interfaces to one of those that `ip address` lists")
            }
            return .good("renderers", "They are looked for on \(name), in \(interface.network.text)")
        }
    }

    /// Checks the root certificates that mail servers, links and certificate authorities are verified with.
    private static func checkAuthorities() -> Finding {
        let file = "/etc/ssl/certs/ca-certificates.crt"
        guard FileManager.default.isReadableFile(atPath: file) else {
            return .bad(
                "authorities", "This machine knows no certificate authorities, so nothing is fetched from others",
                DebianPackage.authorities.installation)
        }
        return .good("authorities", "Other servers are trusted by \(file)")
    }

    /// Reports the layers of confinement that this machine has; none is required that a machine may lack.
    private static func checkConfinement(_ settings: ServeSettings) async -> Finding {
        let layers = await ConfinementReport(isServerConfined: nil).activeLayers()
        guard !layers.isEmpty else {
            return .bad(
                "confinement", "This machine does not confine the processes that read users' files",
                "Use Linux 5.13 or newer with seccomp and Landlock, on x86-64 or 64-bit ARM")
        }
        let server = settings.confine ? "" : "; the server itself is not confined, by its setting"
        return .good(
            "confinement", "Processes that read files are confined by \(layers.joined(separator: ", "))\(server)")
    }

    private static func checkPort(_ settings: ServeSettings) async -> [Finding] {
        guard settings.port != 0 else { return [] }
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: settings.host, port: settings.port).get()
            try await channel.close()
            return [.good("port", "\(settings.host):\(settings.port) is free")]
        } catch {
            return [
                .good("port", "\(settings.host):\(settings.port) is in use, by a running server or by something else")
            ]
        }
    }

    private static func checkInstance(_ settings: ServeSettings) async -> [Finding] {
        let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
        do {
            guard try await start.settledVerdict() != .firstStart else { return [] }
            // However large it is: an operator who runs this command has the time.
            _ = try await start.examine(upTo: .max)
            let instance = try await Instance(settings: settings, examinedUpTo: 0)
            let features = Features(instance)
            var findings = [
                Finding.good(
                    "database", "\(settings.data.database) is intact, has the present schema and belongs to its keys")
            ]
            findings += try await checkUpkeep(instance)
            let strangers = try await instance.accountStore.passwordKeyIDs().subtracting([instance.secretKeyID])
            if !strangers.isEmpty {
                findings.append(
                    .bad(
                        "secret", "Some passwords were made with another secret key",
                        "Restore the \(settings.data.secret) of that time, or send these users links to new passwords"
                    ))
            }
            if try await features.accounts.setup.isRequired() {
                findings.append(
                    .good(
                        "setup",
                        "There is no admin yet: rondo serve prints the link, and stores it in \(settings.data.setupLink)"
                    ))
            }
            for item in try await features.libraries.libraries.list(as: Instance.operatorPrincipal) {
                findings.append(
                    FileManager.default.isReadableFile(atPath: item.library.displayPath)
                        ? .good(
                            "library", "\(item.library.name): \(item.trackCount) tracks, \(item.problemCount) problems")
                        : .bad(
                            "library", "\(item.library.name): \(item.library.displayPath) cannot be read",
                            "Mount it, let the user that runs rondo read it, or rondo library remove it"))
            }
            return findings
        } catch let error as DomainError {
            return [.bad("database", error.message, "Keep what is there, and restore a backup")]
        } catch {
            return [.bad("database", "\(error)", "Keep the file, and restore the last good copy of the data folder")]
        }
    }

    private static func checkUpkeep(_ instance: Instance) async throws -> [Finding] {
        var findings: [Finding] = []
        if let leap = instance.clock.leap {
            findings.append(
                .bad(
                    "clock",
                    "The clock shows \(ISO8601.text(of: leap.shown)), but it should be \(ISO8601.text(of: leap.expected))",
                    "Set the machine's clock right, or run rondo clock accept"))
        }
        for state in try await instance.cleanups.states() {
            guard let stopped = state.stopped else { continue }
            findings.append(
                .bad(
                    "cleanup", "\(stopped) of \(state.total) \(state.kind.rawValue) would have been removed at once",
                    "If nothing is missing, run rondo cleanup allow \(state.kind.rawValue)"))
        }
        return findings
    }
}

/// The Debian packages that commands mention. `.ci/packages` is the list; a test compares these names with it.
enum DebianPackage: String, CaseIterable {
    case ffmpeg
    case esbuild
    case authorities = "ca-certificates"

    /// The command that installs it, both in a clone and beside a release folder.
    var installation: String { "apt-get install \(rawValue)" }
}
