import CLinux
import Glibc
import Media

/// Tries what the process that writes into libraries must not be able to do, and prints each attempt that succeeded.
struct MoverEscape {
    let quarantine: String
    let library: String

    func run() {
        let from = open(quarantine, O_RDONLY | O_DIRECTORY)
        let to = open(library, O_RDONLY | O_DIRECTORY)
        guard from >= 0, to >= 0, MoverProcess.confine(from: from, to: to, size: 1 << 20) else { exit(1) }
        attempt("read submission", open(quarantine + "/submission", O_RDONLY))
        attempt("write submission", open(quarantine + "/submission", O_WRONLY))
        attempt("create in quarantine", open(quarantine + "/new", O_WRONLY | O_CREAT, 0o600))
        attempt("unlink submission", unlinkat(from, "submission", 0))
        attempt("create in library", open(library + "/new", O_WRONLY | O_CREAT, 0o600))
        attempt("folder in library", mkdirat(to, "folder", 0o700))
        attempt("setuid file", openat(to, "setuid", O_WRONLY | O_CREAT, 0o4755))
        attempt("setgid folder", mkdirat(to, "setgid", 0o2755))
        attempt("change to setuid", fchmod(openat(to, "new", O_RDONLY), 0o4755))
        attempt("open by openat2", rondo_openat2_beneath(to, "new", O_RDONLY))
        attempt("link in library", symlinkat("/etc/passwd", to, "link"))
        attempt("read system", open("/etc/passwd", O_RDONLY))
        attempt("create elsewhere", open("/tmp/rondo-escape", O_WRONLY | O_CREAT, 0o600))
        attempt("socket", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
        attempt("unix socket", socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        attempt("signal", kill(getppid(), 0))
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        attempt("spawn", posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 ? 0 : -1)
        attempt("execute", execv("/bin/true", &arguments))
        for name in CallProbe()?.granted() ?? ["no probe"] { print(name) }
    }

    private func attempt(_ name: String, _ result: CInt) {
        if result >= 0 { print(name) }
    }
}
