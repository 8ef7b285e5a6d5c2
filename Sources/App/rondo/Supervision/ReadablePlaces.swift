import Foundation

/// What the server may read. Libraries may be anywhere and come while it runs, so an ordinary user's server may read what that user may. Root
/// may read everything: then secrets of the machine are left out, which no library is among.
struct ReadablePlaces {
    let folders: [String]
    /// Where only names may be listed.
    let listed: [String]

    private static let left: Set<String> = ["etc", "root", "home", "dev", "run", "boot", "lost+found"]
    private static let configuration = [
        "alternatives", "ca-certificates", "ca-certificates.conf", "default/locale", "gai.conf", "group", "host.conf",
        "hostname", "hosts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "locale.alias", "machine-id",
        "mime.types", "networks", "nsswitch.conf", "os-release", "passwd", "pki/tls/certs", "pki/ca-trust", "protocols",
        "resolv.conf", "services", "ssl/certs", "ssl/openssl.cnf", "timezone",
    ]
    private static let running = ["media", "nscd", "resolvconf", "systemd/resolve", "systemd/timesync"]
    private static let devices = ["null", "zero", "full", "random", "urandom", "shm"]

    init(isRoot: Bool) {
        guard isRoot else {
            folders = ["/"]
            listed = []
            return
        }
        let top = Self.names(in: "/").filter { !Self.left.contains($0) }.map { "/" + $0 }
        let homes = ["/root"] + Self.names(in: "/home").map { "/home/" + $0 }
        // What begins with a dot in a home holds keys, passwords and browsers' profiles.
        let own = homes.flatMap { home in Self.names(in: home).filter { !$0.hasPrefix(".") }.map { home + "/" + $0 } }
        folders =
            top + own + Self.configuration.map { "/etc/" + $0 } + Self.running.map { "/run/" + $0 }
            + Self.devices.map { "/dev/" + $0 }
        listed = ["/"]
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
