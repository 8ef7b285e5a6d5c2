import Submissions

/// The table of all settings. `serve --help`, the reading of flags, environment and file, and `doctor` use it.
enum SettingsTable {
    static let all: [Setting] = [
        Setting("data", .path, default: "~/.local/share/rondo", "Folder of the database, images and keys"),
        Setting(
            "music", .path,
            "A folder of music to serve; without one (or without ~/Music, where it is that), and with no library added yet, a short demo library is made"
        ),
        Setting("public", .path, "Folder of the web client; found automatically in a clone"),
        Setting(
            "public.development", .flag, default: "false",
            "Read the web client's files anew for each page and serve them as they are, for those who change it"),

        Setting("http.host", flag: "host", .text, default: "127.0.0.1", "Address to listen on; 0.0.0.0 or :: for all"),
        Setting("http.port", flag: "port", .integer(0...65535), default: "8443", "TLS port; 0 takes a free one"),
        Setting(
            "http.redirect-port", flag: "redirect-port", .integer(0...65535),
            "Also listen for plain HTTP on this port, only to redirect to TLS"),
        Setting(
            "site.names", flag: "names", .list, "Host names of the server; also put into the development certificate"),
        Setting(
            "proxies.addresses", flag: "trusted-proxies", .list,
            "Addresses and networks of reverse proxies, like 127.0.0.1 or 10.0.0.0/8; what they say of clients in X-Forwarded-For is believed"
        ),
        Setting(
            "proxies.user-header", flag: "proxy-user-header", .text,
            "The header in which these proxies name the user whom they have signed in, like Remote-User; they must take it away from what clients send"
        ),

        Setting("tls.certificate", flag: "certificate", .path, "PEM file of the certificate chain"),
        Setting("tls.key", flag: "key", .path, "PEM file of its private key"),
        Setting(
            "tls.folder", flag: "certs", .path,
            "Where the development CA and certificate are made without --certificate; certs here, else in the data folder"
        ),

        Setting(
            "tls.interval", flag: "certificate-interval", .integer(1...3600), default: "5",
            "Seconds between two looks at the certificate's files; new ones are taken into use without a restart"),

        Setting(
            "acme.agree", .flag, default: "false",
            "Agree to the terms of the certificate authority of acme.directory, and have it issue certificates for the public names of site.names; it looks at port 80, which must lead to http.redirect-port"
        ),
        Setting("acme.email", .text, "The email address that the certificate authority may write to about the account"),
        Setting("acme.directory", .text, "The authority's address (RFC 8555); Let's Encrypt's if not set"),
        Setting(
            "acme.authority", .path,
            "PEM file of an authority to trust beside the system's, for a directory with a certificate of its own making"
        ),

        Setting(
            "limits.connections", flag: "connections", .integer(16...200_000), default: "12000",
            "Connections at once, all together"),
        Setting(
            "limits.connections-per-address", flag: "connections-per-address", .integer(1...200_000), default: "64",
            "Connections at once from one IPv4 address or IPv6 /64"),
        Setting(
            "limits.connections-from-this-machine", flag: "connections-from-this-machine", .integer(1...200_000),
            default: "4096",
            "The same for loopback addresses and trusted proxies, which speak for many"),
        Setting(
            "limits.handshake", flag: "handshake-timeout", .integer(1...120), default: "10",
            "Seconds for a TLS handshake"),
        Setting("limits.head", flag: "head-timeout", .integer(1...120), default: "10", "Seconds for a request's head"),
        Setting("limits.idle", flag: "idle-timeout", .integer(1...3600), default: "60", "Seconds between requests"),
        Setting(
            "limits.stall", flag: "stall-timeout", .integer(1...3600), default: "60",
            "Seconds in which a client must read at least 60 KiB of what is sent to it"),
        Setting(
            "limits.shutdown", flag: "shutdown-timeout", .integer(0...600), default: "5",
            "Seconds that running streams get when the server stops; it ends two seconds later at the latest"),

        Setting(
            "passwords.minimum-length", flag: "password-minimum-length", .integer(8...64), default: "12",
            "The smallest number of characters in a new password"),
        Setting(
            "passwords.memory", flag: "password-memory", .integer(7168...1_048_576), default: "19456",
            "KiB of memory that Argon2id takes for one password"),
        Setting("passwords.passes", flag: "password-passes", .integer(1...20), default: "2", "Passes of Argon2id"),
        Setting(
            "accounts.confirmation", flag: "confirmation-time", .integer(1...86_400), default: "900",
            "Seconds after typing the password in which a browser may administer and make tokens without typing it again"
        ),
        Setting("sharing", .flag, default: "true", "Let users share music by links that need no account"),

        Setting(
            "site.country", flag: "country", .country,
            "Country of the server as two letters, like PL; lyrics that a provider restricts to countries are shown only in these, and nowhere without this setting"
        ),

        Setting("scan.workers", .integer(1...64), "Processes that read tags; one for each processor"),
        Setting("scan.watch", .flag, default: "true", "Notice changes in the libraries' folders as they happen"),
        Setting(
            "scan.every", .integer(0...8760), default: "24",
            "Hours between looking through all libraries, for folders whose changes are not noticed; 0 never does"),
        Setting("scan.on-start", .flag, default: "true", "Look for changes in all libraries at start"),

        Setting(
            "artwork.cache", .integer(16...1_000_000), default: "500",
            "MiB of the data folder for scaled covers; the least recently used are removed first"),

        Setting(
            "transcoding.cache", .integer(0...10_000_000), default: "2048",
            "MiB of the data folder for converted tracks; the least recently used are removed first, 0 stores none"),
        Setting(
            "transcoding.encoders", flag: "encoders", .integer(1...256),
            "Tracks that are converted at once; one for each processor, and three at least"),
        Setting(
            "transcoding.encoders-per-user", flag: "encoders-per-user", .integer(1...256),
            "The same for one user; half of them, so that no user takes them all"),
        Setting(
            "analysis", .flag, default: "true",
            "Analyze the sound of all tracks in the background: loudness, tempo, key, and what songs and submissions are recognized by"
        ),
        Setting(
            "analysis.rest", .integer(1...86_400), default: "60",
            "Seconds without a change in the libraries before that begins"),
        Setting(
            "analysis.workers", .integer(1...256),
            "Tracks that are analyzed at once; one for every two processors if not set"),
        Setting("fingerprints", .flag, "The earlier name of analysis"),
        Setting("fingerprints.rest", .integer(1...86_400), "The earlier name of analysis.rest"),
        Setting(
            "recognition.at-once", flag: "recognitions", .integer(1...256),
            "Recordings that are recognized at once, most of which wait for their next second, while as many others wait for their turn; eight for each processor if not set"
        ),

        Setting(
            "jukebox.output", .text,
            "The sound system of this machine that the jukebox plays through, by mpv's name (alsa, pulse, pipewire; null is silent); without one there is no jukebox"
        ),
        Setting(
            "jukebox.device", .text,
            "A device of that sound system, as mpv --audio-device=help lists them; the usual one if not set"),
        Setting("jukebox.name", .text, default: "Jukebox", "The name of this machine's speaker among the devices"),

        Setting(
            "renderers.interfaces", flag: "renderer-interfaces", .list,
            "Network interfaces, such as eth0, on whose networks renderers (UPnP AV, DLNA) are looked for; without one there are none"
        ),
        Setting(
            "renderers.descriptions", flag: "renderer-descriptions", .list,
            "Addresses of renderers' descriptions on these networks (http://192.168.1.20:49494/description.xml), where multicast does not reach them"
        ),
        Setting(
            "renderers.port", flag: "renderer-port", .integer(0...65_535), default: "0",
            "Port of the plain HTTP listener where renderers fetch the songs that they were told to play, for a firewall; 0 is one that the system chooses"
        ),

        Setting(
            "backup.folder", .path,
            "Folder of the backups; backups in the data folder if not set, though another disk is better"),
        Setting(
            "backup.rate", .integer(0...100_000), default: "64",
            "The most MiB per second that a backup reads, so that streams are not disturbed; 0 sets no limit"),
        Setting(
            "backup.recipients", .list,
            "Public keys, made by rondo backup key, that backups are encrypted to; without any they are not encrypted"),

        Setting(
            "mail.server", .text,
            "The mail server: smtps://HOST[:465], or smtp://HOST[:587] with STARTTLS; without one admins pass links on themselves"
        ),
        Setting("mail.user", .text, "Name to sign in to the mail server by"),
        Setting("mail.password-file", .path, "File with its password, readable by the server's user only"),
        Setting("mail.sender", .text, "Sender's address of emails; rondo at the first of site.names if not set"),
        Setting(
            "mail.authority", .path,
            "PEM file of an authority to trust beside the system's, for a mail server with a certificate of its own making"
        ),

        Setting(
            "board.time-zone", flag: "time-zone", .timeZone,
            "Time zone whose midnight starts a new day of the board, like Europe/Warsaw; the machine's if not set"),

        Setting(
            "giving.file-limit", .integer(1...1_000_000), default: "1024",
            "The largest size in MiB of a submitted file"),
        Setting(
            "giving.quota", .integer(1...10_000_000), default: "4096",
            "MiB that one user's submissions may take until they are in a library"),
        Setting(
            "giving.total", .integer(1...100_000_000), default: "51200",
            "MiB that all users' submissions may take until they are in a library"),
        Setting(
            "giving.reserve", .integer(0...10_000_000), default: "1024",
            "MiB of the data folder's disk that submissions and pictures leave free"),
        Setting(
            "giving.template", .text, default: FileNameTemplate.standard,
            "Template for the names of approved files in a library; a part in brackets is left out where it is unknown"
        ),
        Setting(
            "giving.upload-hours", .integer(1...8760), default: "24", "Hours for which an unfinished upload is stored"),
        Setting(
            "giving.keep-days", .integer(1...3650), default: "30",
            "Days for which drafts and rejected or withdrawn submissions are stored"),
        Setting(
            "links.authority", flag: "link-authority", .path,
            "PEM file of an authority to trust beside the system's, for imports by link from servers with certificates of its making"
        ),

        Setting(
            "metrics.token-file", .path,
            "A file with a token of at least 20 characters, readable by the server's user only, that gives access to /metrics"
        ),
        Setting(
            "metrics.addresses", .list,
            "Addresses and networks, like 127.0.0.1 or 10.0.0.0/8, from which /metrics may be read without a token; without these and a token it answers 404"
        ),

        Setting("supervise", .flag, default: "true", "Restart the server process should it ever crash"),
        Setting(
            "confine", .flag, default: "true",
            "Have the kernel confine the server process to its own folders and programs"),
        Setting(
            "log.level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
            default: "notice", "How much is logged"),
        Setting("log.format", .choice(["text", "json"]), default: "text", "How log lines are written"),
    ]

    static func named(_ key: String) -> Setting? {
        all.first { $0.key == key }
    }

    /// The part of `serve --help` that lists the settings.
    static var help: String {
        var lines = [
            "SETTINGS", "Each by flag, by environment variable, or by its key in DATA/rondo.json (or --config FILE):",
            "",
        ]
        for setting in all {
            let value = if case .flag = setting.kind { "" } else { " <\(setting.valueName)>" }
            lines.append("  --\(setting.flag)\(value)")
            lines.append("      \(setting.help)" + (setting.fallback.map { " (default: \($0))" } ?? "") + ".")
            lines.append("      \(setting.environmentName), key \(setting.key)")
        }
        return lines.joined(separator: "\n")
    }
}

extension Setting {
    fileprivate var valueName: String {
        switch kind {
        case .text: "text"
        case .path: "path"
        case .integer: "number"
        case .timeZone: "name"
        case .country: "code"
        case .flag: "true|false"
        case .choice(let names): names.joined(separator: "|")
        case .list: "name,…"
        }
    }
}
