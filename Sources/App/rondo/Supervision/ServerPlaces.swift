import Bundling
import CLinux
import Foundation
import Gateway
import Glibc
import Media
import NetworkClients
import Primitives

/// The folders and files that the server process may ever access; decision 0030 gives the reasons.
///
/// The kernel confines a thread and everything it starts, so confinement must begin before there is a second thread.
/// Settings are read later than that. Hence the process that has read them, the supervisor or the server itself, starts
/// the program (again) with these places in its environment.
struct ServerPlaces: Codable, Equatable {
    static let variable = "RONDO_PLACES"

    /// Folders in which everything may be made, changed and removed; missing ones are created.
    var own: [String]
    /// The same, but others create these folders.
    var written: [String]
    /// The folder of SQLite's temporary files.
    var temporary: String
    /// Folders in which everything may be read, and single files.
    var read: [String]
    /// Folders in and below which names may be listed.
    var listed: [String]
    var programs: [String]
    var programFolders: [String]

    private static let writtenFiles = ["/dev/null"]
    private static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    private static let systemFolders = ["/usr", "/lib", "/lib64", "/bin"]

    /// - Parameters:
    ///   - configuration: the settings file, where one was named.
    ///   - ffmpeg: an absolute path, links resolved; nil when there is none.
    ///   - mpv: the same.
    init(_ settings: ServeSettings, configuration: String?, ffmpeg: String?, mpv: String? = nil) {
        temporary = settings.data.path + "/temporary"
        own = [settings.data.path, temporary] + (settings.certificate == nil ? [settings.certificateFolder] : [])
        // The targets of links with which the operator has moved data to another disk.
        let data = settings.data.path
        let links = ((try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []).map { data + "/" + $0 }
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) != nil }
        written = [settings.backupFolder] + links
        let password = settings.configuration.first { $0.key == "mail.password-file" }?.value
        let given = [configuration, password, settings.music, settings.publicFolder, settings.linkAuthority]
            .compactMap(\.self)
        let files = [settings.certificate?.chain, settings.certificate?.key, settings.mailServer?.authority]
        // A certificate's successor is put beside it, and beside the file that its name links to.
        let besides = files.compactMap(\.self).flatMap { [$0, Self.resolved($0)] }.map(Self.folder)
        let readable = ReadablePlaces(isRoot: geteuid() == 0)
        read = readable.folders + given + besides
        listed = readable.listed
        programs = [CommandLine.programPath] + Self.loaders + [Esbuild.installed].compactMap(\.self)
        programFolders = []
        if settings.jukebox != nil, let mpv {
            programs.append(mpv)
            read += PlayerProcess.configuration
            // A folder that is missing would stand for the one above it.
            written += PlayerProcess.devices.filter { FileManager.default.fileExists(atPath: $0) }
        }
        guard let ffmpeg else { return }
        programs.append(ffmpeg)
        // A script needs the program that it starts.
        if Self.isScript(ffmpeg) { programFolders = Self.systemFolders + [Self.folder(of: ffmpeg)] }
    }

    /// Starts this program again, confined to these places. Returns only where that is not possible.
    func executeAgain() {
        guard let text = encoded else { return }
        setenv(Self.variable, text, 1)
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(CommandLine.programPath, &words)
        for word in words { free(word) }
    }

    var encoded: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    init?(_ text: String) {
        guard let places = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = places
    }

    /// Makes missing folders, and confines this thread and all that it starts to these places. False where the kernel
    /// does not support it.
    func confine() -> Bool {
        for folder in own { try? PrivateFolder.make(folder) }
        for name in ["SQLITE_TMPDIR", "TMPDIR"] { setenv(name, temporary, 1) }
        var read = OpenPlaces(self.read)
        let lists = [
            read.takeFolders(), read, OpenPlaces(listed),
            OpenPlaces((own + written).compactMap(Self.existing)), OpenPlaces(Self.writtenFiles),
            OpenPlaces(programs), OpenPlaces(programFolders),
        ]
        let memory = lists.map(\.buffer)
        defer {
            for buffer in memory { buffer.deallocate() }
            for list in lists { list.close() }
        }
        var places = rondo_server_places()
        (places.read, places.read_count) = (memory[0].baseAddress, memory[0].count)
        (places.read_files, places.read_file_count) = (memory[1].baseAddress, memory[1].count)
        (places.listed, places.listed_count) = (memory[2].baseAddress, memory[2].count)
        (places.written, places.written_count) = (memory[3].baseAddress, memory[3].count)
        (places.written_files, places.written_file_count) = (memory[4].baseAddress, memory[4].count)
        (places.programs, places.program_count) = (memory[5].baseAddress, memory[5].count)
        (places.program_folders, places.program_folder_count) = (memory[6].baseAddress, memory[6].count)
        guard rondo_no_new_privileges() == 0 else { return false }
        return rondo_restrict_server(&places) > 0
    }

    /// The folder itself, or the nearest existing one above it; nil where that would be the root.
    private static func existing(_ path: String) -> String? {
        var path = path
        while !FileManager.default.fileExists(atPath: path) { path = folder(of: path) }
        return path == "/" ? nil : path
    }

    private static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private static func isScript(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 2)) == Data("#!".utf8)
    }
}

/// Files and folders, opened to be named to the kernel. Missing ones are left out.
private struct OpenPlaces {
    private var places: [(descriptor: CInt, isFolder: Bool)]

    init(_ paths: [String]) {
        places = paths.compactMap { path in
            var isFolder: CInt = 0
            let descriptor = rondo_open_place(path, &isFolder)
            return descriptor >= 0 ? (descriptor, isFolder != 0) : nil
        }
    }

    /// Removes the folders and returns them.
    mutating func takeFolders() -> OpenPlaces {
        var folders = self
        folders.places.removeAll { !$0.isFolder }
        places.removeAll(where: \.isFolder)
        return folders
    }

    /// Memory of its own, which the caller deallocates.
    var buffer: UnsafeBufferPointer<CInt> {
        let memory = UnsafeMutableBufferPointer<CInt>.allocate(capacity: places.count)
        _ = memory.initialize(from: places.map(\.descriptor))
        return UnsafeBufferPointer(memory)
    }

    func close() {
        for place in places { Glibc.close(place.descriptor) }
    }
}

/// The files that the server may read. Libraries may be anywhere and be added while it runs, so an ordinary user's
/// server may read what that user may. Root may read everything; then the machine's secrets are left out, which are in
/// no library.
struct ReadablePlaces {
    let folders: [String]
    /// Folders in which only names may be listed.
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
        // Names with a leading dot in a home contain keys, passwords and browser profiles.
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

/// The resources that the server process received, or gave up, before it had a second thread.
struct ServerHandover: Sendable {
    @TaskLocal static var current = ServerHandover()

    /// The places that the process is confined to, or was to be; nil before that has been decided.
    private(set) var places: ServerPlaces?
    /// Whether the kernel confines it to them.
    private(set) var isConfined = false
    /// The connection to the process that starts movers, since the server may write to no library.
    private(set) var mover: MoverConnection?
    /// Nil without a supervisor.
    private(set) var notes: RequestNotes?

    /// The handover of a process that is about to serve; an empty one for all others. To be called first in `main`.
    static func take() -> ServerHandover {
        var handover = ServerHandover()
        let environment = ProcessEnvironment.variables
        guard CommandLine.arguments.dropFirst().first == "serve" else { return handover }
        if environment[Supervisor.marker] != nil {
            let descriptor = rondo_receive_descriptor(STDIN_FILENO, 0)
            if descriptor >= 0 {
                handover.notes = RequestNotes(descriptor: descriptor)
                handover.notes?.watchForCrash()
            }
        }
        guard let places = environment[ServerPlaces.variable].flatMap(ServerPlaces.init) else { return handover }
        handover.places = places
        handover.mover = MoverStarter.start(program: CommandLine.programPath)
        handover.isConfined = places.confine()
        return handover
    }
}
