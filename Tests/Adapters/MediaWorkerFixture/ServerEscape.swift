import CLinux
import Glibc

/// Tries what a confined server must not be able to do, and prints each attempt that succeeded.
struct ServerEscape {
    /// The server's own folder.
    let own: String
    /// A folder that the server may read.
    let library: String
    /// A folder that the server was not given.
    let secrets: String

    func run() {
        let program = CommandLine.arguments[0]
        var isFolder: CInt = 0
        let paths: [String] = [
            own, library, program, "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/usr",
        ]
        let places = paths.map { path in rondo_open_place(path, &isFolder) }
        let (read, programs) = ([places[1], places[5]], places[2...4].filter { $0 >= 0 })
        let held = places.withUnsafeBufferPointer { written in
            read.withUnsafeBufferPointer { read in
                programs.withUnsafeBufferPointer { programs in
                    var held = rondo_server_places()
                    (held.written, held.written_count) = (written.baseAddress, 1)
                    (held.read, held.read_count) = (read.baseAddress, read.count)
                    (held.programs, held.program_count) = (programs.baseAddress, programs.count)
                    return rondo_no_new_privileges() == 0 ? rondo_restrict_server(&held) : -1
                }
            }
        }
        guard held > 0 else { exit(1) }
        attempt("write its own", open(own + "/new", O_WRONLY | O_CREAT, 0o600))
        attempt("rename its own", rename(own + "/new", own + "/newer"))
        attempt("read a library", open(library + "/song", O_RDONLY))
        attempt("write a library", open(library + "/song", O_WRONLY))
        attempt("make in a library", open(library + "/new", O_WRONLY | O_CREAT, 0o600))
        attempt("move into a library", rename(own + "/newer", library + "/new"))
        attempt("shorten a library's file", truncate(library + "/song", 0))
        attempt("read secrets", open(secrets + "/secret", O_RDONLY))
        attempt("list secrets", open(secrets, O_RDONLY | O_DIRECTORY))
        attempt("write a temporary file", open("/tmp/rondo-escape", O_WRONLY | O_CREAT, 0o600))
        attempt("signal its parent", kill(getppid(), 0))
        attempt("run another program", run("/bin/true"))
        attempt("run its own program", run(program))
    }

    private func run(_ program: String) -> CInt {
        var arguments = [strdup(program), strdup("nothing"), nil]
        var process = pid_t()
        return posix_spawn(&process, program, nil, nil, &arguments, nil) == 0 ? 0 : -1
    }

    private func attempt(_ name: String, _ result: CInt) {
        if result >= 0 { print(name) }
    }
}
