import CLinux
import Glibc

/// The process that becomes mpv. It gives up all rights except to read the songs in one folder and the system's programs
/// and libraries, and to use the machine's sound: its devices and the sockets of sound servers. Then it executes the
/// program that its arguments name.
///
/// It remains the server's own user, since that is who has access to the sound.
package enum PlayerProcess {
    /// The argument with which the server's program calls `run`.
    package static let argument = "player"
    private static let memory: UInt64 = 2 << 30
    /// The largest memory that it shares with a sound server, which counts as a file.
    private static let sharedMemory: UInt64 = 128 << 20

    private static let read = ["/etc/alsa", "/etc/pulse", "/etc/pipewire", "/proc/self", "/sys/class/sound"]
    private static let readFiles = ["/etc/ld.so.cache", "/etc/asound.conf", "/etc/machine-id", "/dev/urandom"]
    /// The places that a program needs for making sound, beside those of any program; the server must have them too.
    package static let devices = ["/dev/snd"]
    package static let configuration = read + readFiles
    private static let folders = ["/usr", "/lib", "/lib64", "/bin"]

    /// - Parameter arguments: the folder of the songs, the absolute path of the program, and its arguments.
    ///
    /// Must be called first in `main`, before other threads exist.
    package static func run(_ arguments: [String]) -> Never {
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1, arguments.count >= 2 else { exit(2) }
        _ = rondo_close_from(3)
        let program = arguments[1]
        // The filter allows execution only of the path at this address, and the address disappears with this program.
        guard let path = rondo_hidden_text(program, program.utf8.count + 1),
            confine(program: path, songs: arguments[0])
        else { exit(3) }
        var words = arguments.dropFirst().map { strdup($0) } + [nil]
        execve(path, &words, environ)
        exit(4)
    }

    /// Returns false when the kernel supports confinement and yet refused it.
    private static func confine(program: UnsafePointer<CChar>, songs: String) -> Bool {
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(sharedMemory) == 0,
            rondo_limit_open_files(64) == 0, rondo_limit_core_size(0) == 0, rondo_no_new_privileges() == 0
        else { return false }
        let lists = [
            open([songs] + read), open(readFiles), open(devices), open(["/dev/null"]),
            open([String(cString: program)]), open(folders),
        ]
        defer { for descriptor in lists.joined() { close(descriptor) } }
        let memory = lists.map { list in
            let buffer = UnsafeMutableBufferPointer<CInt>.allocate(capacity: list.count)
            _ = buffer.initialize(from: list)
            return UnsafeBufferPointer(buffer)
        }
        defer { for buffer in memory { buffer.deallocate() } }
        var places = rondo_server_places()
        (places.read, places.read_count) = (memory[0].baseAddress, memory[0].count)
        (places.read_files, places.read_file_count) = (memory[1].baseAddress, memory[1].count)
        (places.written, places.written_count) = (memory[2].baseAddress, memory[2].count)
        (places.written_files, places.written_file_count) = (memory[3].baseAddress, memory[3].count)
        (places.programs, places.program_count) = (memory[4].baseAddress, memory[4].count)
        (places.program_folders, places.program_folder_count) = (memory[5].baseAddress, memory[5].count)
        let calls: CInt
        guard rondo_restrict_server(&places) >= 0 else { return false }
        calls = rondo_allow_playing_only(program)
        // Other processors have no filter.
        return calls == 0 || calls == -ENOSYS
    }

    /// Files and folders as they are named to the kernel. Missing ones are left out.
    private static func open(_ paths: [String]) -> [CInt] {
        paths.compactMap { path in
            var isFolder: CInt = 0
            let descriptor = rondo_open_place(path, &isFolder)
            return descriptor >= 0 ? descriptor : nil
        }
    }
}
