import ArgumentParser
import Foundation
import Glibc
import Primitives

/// `rondo service`: the systemd unit that runs this instance.
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Print a systemd unit for this program.",
        usage: "rondo service --print [--user NAME] [--data DIR] [--music DIR] [--SETTING VALUE ...]",
        discussion: """
            It takes the settings of rondo serve, writes them into the unit, and installs nothing. As root: \
            rondo service --print --music /srv/music > /etc/systemd/system/rondo.service
            """)

    @Flag(name: .customLong("print"), help: "Print the unit. It is required, since the command does nothing else.")
    var prints = false
    @Option(help: "The system user that runs it.") var user = "rondo"
    @Option(help: "Configuration file in JSON.") var config: String?
    @Argument(parsing: .allUnrecognized, help: .hidden) var settings: [String] = []

    func validate() throws {
        guard prints else { throw ValidationError("Give --print") }
        guard user.wholeMatch(of: /[a-z_][a-z0-9_-]{0,31}/) != nil else {
            throw ValidationError("“\(user)” is not a valid name for a system user")
        }
    }

    func run() async throws {
        try await Failure.reporting(json: false) {
            let hasData = try SettingsReader.parse(settings)["data"] != nil || SystemdUnit.environmentData != nil
            let arguments = settings + (hasData ? [] : ["--data", SystemdUnit.stateFolder])
            let reader = try SettingsReader(
                arguments: arguments, environment: ProcessEnvironment.variables, file: config)
            let unit = SystemdUnit(
                program: CommandLine.programPath, user: user, settings: try ServeSettings(reader),
                arguments: try SystemdUnit.absolute(arguments), configuration: config.map(SettingsReader.absolute))
            Output.line(try unit.text())
        }
    }
}

/// A systemd unit (systemd.exec(5); Debian 12 has version 252) that runs `rondo serve`. It removes every permission
/// that Rondo does not need. Each line states its purpose, since an operator may have to change it.
struct SystemdUnit {
    /// `StateDirectory=rondo` of the unit.
    static let stateFolder = "/var/lib/rondo"
    /// The seconds that the unit allows beyond Rondo's own time to stop.
    private static let stopReserve = 10

    let program: String
    let user: String
    let settings: ServeSettings
    /// The arguments of `rondo serve`, with absolute folders.
    let arguments: [String]
    let configuration: String?

    static var environmentData: String? {
        SettingsTable.named("data").flatMap { ProcessEnvironment.variables[$0.environmentName] }
    }

    /// The same flags with paths that are valid wherever the unit starts.
    static func absolute(_ arguments: [String]) throws -> [String] {
        try SettingsReader.parse(arguments).sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
            guard let setting = SettingsTable.named(key) else { return [] }
            if case .path = setting.kind {
                return ["--" + setting.flag, SettingsReader.absolute(SettingsReader.expand(value))]
            }
            return ["--" + setting.flag, value]
        }
    }

    func text() throws -> String {
        let command = [program, "serve"] + arguments + (configuration.map { ["--config", $0] } ?? [])
        let written = try writtenFolders.map(Self.quoted).joined(separator: " ")
        let stop = Int(settings.shutdown / .seconds(1)) + Self.stopReserve
        let isLow = [settings.port, settings.redirectPort ?? 0].contains { (1..<1024).contains($0) }
        return """
            # Printed by rondo service --print, for \(program) \(Rondo.version).
            #   useradd --system --home-dir \(Self.stateFolder) --shell /usr/sbin/nologin \(user)
            #   systemctl daemon-reload && systemctl enable --now rondo && journalctl -u rondo
            # The user must be able to read the music, and to write it where users may submit some.

            [Unit]
            Description=Rondo music streaming server
            Documentation=man:systemd.exec(5)
            After=network-online.target
            Wants=network-online.target
            # A disk that is mounted later would be another folder to Landlock.
            RequiresMountsFor=\(written)

            [Service]
            Type=exec
            User=\(user)
            Group=\(user)
            ExecStart=\(try command.map(Self.quoted).joined(separator: " "))
            # Rondo's supervisor restarts the server within 50 ms; this is for the supervisor itself. A setting that is wrong (2, 3) stays wrong.
            Restart=on-failure
            RestartSec=2
            RestartPreventExitStatus=2 3 64
            # The supervisor alone is asked to stop; it passes that on once. What is left at the end of the time is killed.
            KillMode=mixed
            TimeoutStopSec=\(stop)
            # Connections, open tracks, workers.
            LimitNOFILE=65536
            # No cores: they would hold keys.
            LimitCORE=0
            UMask=0077

            # What it writes: its data, and through the mover the libraries, as songs that were approved go there. All else is read-only.
            StateDirectory=rondo
            StateDirectoryMode=0700
            ProtectSystem=strict
            ReadWritePaths=\(written)
            ProtectHome=\(usesHome ? "read-only" : "yes")
            # ffmpeg and SQLite use the data folder for what is temporary.
            PrivateTmp=yes
            \(devices)

            # Its own files only; /proc stays readable, since the clock looks for the machine's boot id there and the supervisor for its server.
            ProtectProc=invisible
            ProtectKernelTunables=yes
            ProtectKernelModules=yes
            ProtectKernelLogs=yes
            ProtectControlGroups=yes
            ProtectClock=yes
            ProtectHostname=yes
            LockPersonality=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            RemoveIPC=yes
            SystemCallArchitectures=native

            # Readers of media files are put into user and IPC namespaces of their own (decision 0030); no other kind is needed.
            RestrictNamespaces=user ipc
            # Landlock and seccomp of Rondo's own work within this one: they only ever take away.
            NoNewPrivileges=yes
            # The four calls are what Rondo confines its processes by.
            SystemCallFilter=@system-service seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
            SystemCallErrorNumber=EPERM
            # AF_NETLINK is how the C library looks for the machine's addresses.
            RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
            # \(isLow ? "Ports below 1024; nothing else of root's." : "Nothing of root's: the ports are above 1023.")
            CapabilityBoundingSet=\(isLow ? "CAP_NET_BIND_SERVICE" : "")
            AmbientCapabilities=\(isLow ? "CAP_NET_BIND_SERVICE" : "")
            # Not set: MemoryDenyWriteExecute (Rondo's filters forbid it to what reads media; ffmpeg's scaler asks for it on some processors),
            # PrivateUsers (music belongs to people), DynamicUser (its user would change under the data folder), PrivateNetwork.

            [Install]
            WantedBy=multi-user.target
            """
    }

    /// The unit's lines about devices; the jukebox needs the sound card.
    private var devices: String {
        guard settings.jukebox != nil else {
            return """
                # /dev/null and /dev/urandom remain.
                PrivateDevices=yes
                """
        }
        return """
            # /dev/null and /dev/urandom, and the sound card for the jukebox.
            DevicePolicy=closed
            DeviceAllow=char-alsa rw
            SupplementaryGroups=audio
            """
    }

    /// The folders that the unit may write. A library that is added after the unit was printed needs a line of its own.
    private var writtenFolders: [String] {
        var folders = [settings.data.path, settings.backupFolder] + (settings.music.map { [$0] } ?? [])
        if settings.certificate == nil { folders.append(settings.certificateFolder) }
        return folders.reduce(into: []) { outer, folder in
            if !outer.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) { outer.append(folder) }
        }
    }

    private var usesHome: Bool {
        (writtenFolders + [program, settings.publicFolder]).contains { path in
            ["/home/", "/root/", "/run/user/"].contains { path.hasPrefix($0) }
        }
    }

    /// Quotes one word of a unit's line. Throws for a word that a unit cannot contain.
    private static func quoted(_ word: String) throws -> String {
        guard !word.contains(where: \.isNewline), !word.utf8.contains(0) else {
            throw DomainError.invalid("A unit cannot contain a line break", field: "service")
        }
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$")
        return escaped.contains(where: { $0 == " " || $0 == "'" || $0 == ";" || $0 == "\\" }) || escaped.isEmpty
            ? "\"\(escaped)\"" : escaped
    }
}
