import CLinux
import Foundation
import Glibc
import NetworkClients

/// The folders and files that the server process may do something with, for good: decision 0030 says what and why.
///
/// The kernel holds a thread to them and what that starts, so it has to be told before there is a second thread. Settings are read later than
/// that; hence whoever has read them, the supervisor or the server itself, starts the program (again) with these in its environment.
struct ServerPlaces: Codable, Equatable {
    static let variable = "RONDO_PLACES"

    /// Everything below may be made, changed and removed; folders that are made where they are missing.
    var own: [String]
    /// The same, but it is somebody else's to make them.
    var written: [String]
    /// Where SQLite puts what does not fit into memory.
    var temporary: String
    /// Everything below may be read, and single files.
    var read: [String]
    /// The names in them, and below, may be listed.
    var listed: [String]
    var programs: [String]
    var programFolders: [String]

    private static let writtenFiles = ["/dev/null"]
    private static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    private static let systemFolders = ["/usr", "/lib", "/lib64", "/bin"]

    /// - Parameters:
    ///   - configuration: the file of the settings, where one was named.
    ///   - ffmpeg: absolute, links followed; nil when there is none.
    init(_ settings: ServeSettings, configuration: String?, ffmpeg: String?) {
        temporary = settings.data.path + "/temporary"
        own = [settings.data.path, temporary] + (settings.certificate == nil ? [settings.certificateFolder] : [])
        // What somebody has put on another disk by a link.
        let data = settings.data.path
        let links = ((try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []).map { data + "/" + $0 }
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) != nil }
        written = [settings.backupFolder] + links
        let password = settings.configuration.first { $0.key == "mail.password-file" }?.value
        let given = [configuration, password, settings.music, settings.publicFolder, settings.linkAuthority]
            .compactMap(\.self)
        let files = [settings.certificate?.chain, settings.certificate?.key, settings.mailServer?.authority]
        // Beside a certificate lies what takes its place, and what its name leads to.
        let besides = files.compactMap(\.self).flatMap { [$0, Self.resolved($0)] }.map(Self.folder)
        let readable = ReadablePlaces(isRoot: geteuid() == 0)
        read = readable.folders + given + besides
        listed = readable.listed
        programs = [CommandLine.programPath] + Self.loaders
        programFolders = []
        guard let ffmpeg else { return }
        programs.append(ffmpeg)
        // A script needs what it is a script of.
        if Self.isScript(ffmpeg) { programFolders = Self.systemFolders + [Self.folder(of: ffmpeg)] }
    }

    /// Starts this program again as one that is held to them. Returns only where that is not possible.
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

    /// Makes the folders that are missing, and holds this thread and all that it starts to these places. False where the kernel does not.
    func takeHold() -> Bool {
        for folder in own {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
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

    /// The folder itself, or the nearest one above it that is there; nil where that would be everything.
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

/// Files and folders, open to be named to the kernel. What is not there is left out.
private struct OpenPlaces {
    private var places: [(descriptor: CInt, isFolder: Bool)]

    init(_ paths: [String]) {
        places = paths.compactMap { path in
            var isFolder: CInt = 0
            let descriptor = rondo_open_place(path, &isFolder)
            return descriptor >= 0 ? (descriptor, isFolder != 0) : nil
        }
    }

    /// Takes the folders out of it.
    mutating func takeFolders() -> OpenPlaces {
        var folders = self
        folders.places.removeAll { !$0.isFolder }
        places.removeAll(where: \.isFolder)
        return folders
    }

    /// Memory of its own, to be deallocated.
    var buffer: UnsafeBufferPointer<CInt> {
        let memory = UnsafeMutableBufferPointer<CInt>.allocate(capacity: places.count)
        _ = memory.initialize(from: places.map(\.descriptor))
        return UnsafeBufferPointer(memory)
    }

    func close() {
        for place in places { Glibc.close(place.descriptor) }
    }
}
