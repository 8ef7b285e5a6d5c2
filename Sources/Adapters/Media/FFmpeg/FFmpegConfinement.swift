import CLinux
import Glibc

/// The process that becomes ffmpeg. It gives up all rights except to read one file (its standard input) and the
/// system's programs and libraries, and to write to its standard output. Then it executes the program that its
/// arguments name.
package enum FFmpegConfinement {
    /// The argument with which the server's program calls `run`.
    package static let argument = "encoder"
    private static let memory: UInt64 = 1 << 30
    private static let folders = ["/usr", "/lib", "/lib64", "/bin"]
    private static let files = ["/etc/ld.so.cache", "/dev/urandom", "/dev/null"]

    /// - Parameter arguments: the limit of processor time in seconds, `background` where everything else on the machine
    ///   takes precedence and `now` otherwise, `file` or `pipe` for the kind of the standard input, the absolute path
    ///   of the program, and its arguments.
    ///
    /// Must be called first in `main`, before other threads exist.
    package static func run(_ arguments: [String]) -> Never {
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1, arguments.count >= 4, let seconds = UInt64(arguments[0]) else { exit(2) }
        _ = rondo_close_from(3)
        if arguments[1] == "background" { rondo_yield_to_others() }
        let program = arguments[3]
        // The filter allows execution only of the path at this address, and the address disappears with this program.
        guard let path = rondo_hidden_text(program, program.utf8.count + 1),
            confine(program: path, seconds: seconds, readsFile: arguments[2] == "file")
        else { exit(3) }
        var words = arguments.dropFirst(3).map { strdup($0) } + [nil]
        execve(path, &words, environ)
        exit(4)
    }

    /// Returns false when the kernel supports confinement and yet refused it.
    ///
    /// - Parameters:
    ///   - program: the path by whose address alone a program may be executed afterwards.
    ///   - readsFile: whether the standard input is a file, which the program opens anew.
    package static func confine(program: UnsafePointer<CChar>, seconds: UInt64, readsFile: Bool = true) -> Bool {
        let path = String(cString: program)
        let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        let folders = (folders + [folder]).map { open($0, O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
        let files = files.map { open($0, O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
        defer { for descriptor in folders + files { close(descriptor) } }
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(0) == 0, rondo_limit_open_files(32) == 0,
            rondo_limit_core_size(0) == 0, rondo_limit_processor_time_from_now(seconds) == 0,
            rondo_no_new_privileges() == 0
        else { return false }
        let parent = getppid()
        let owner = rondo_separate(0, RONDO_SEPARATION_EXECUTING, program)
        guard rondo_die_with_parent(SIGKILL, parent) == 0 else { return false }
        let read = files + (readsFile ? [0] : [])
        let restricted = rondo_restrict_to_programs(folders, folders.count, read, read.count)
        return Confinement(files: restricted, calls: rondo_allow_executing_only(program), owner: owner) != nil
    }
}
