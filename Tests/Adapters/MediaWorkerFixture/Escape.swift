import Glibc
import Media

/// Tries what a worker must not be able to do, and prints each attempt that succeeded.
struct Escape {
    private let folder: String

    init(from folder: String) {
        self.folder = folder
    }

    func run() {
        let root = open(folder, O_RDONLY | O_DIRECTORY)
        guard root >= 0, MediaWorker.confine(to: root) != nil else { exit(1) }
        attempt("read inside", openat(root, "inside", O_RDONLY))
        attempt("read outside", open("/etc/passwd", O_RDONLY))
        attempt("read above", openat(root, "../../etc/passwd", O_RDONLY))
        attempt("write inside", openat(root, "inside", O_WRONLY))
        attempt("create", openat(root, "new", O_WRONLY | O_CREAT, 0o600))
        attempt("rename", rename(folder + "/inside", folder + "/other"))
        attempt("unlink", unlink(folder + "/inside"))
        attempt("socket", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
        attempt("unix socket", socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        attempt("signal", kill(getppid(), 0))
        attempt("group signal", kill(0, 0))
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        attempt("execute", execv("/bin/true", &arguments))
        var process = pid_t()
        attempt("spawn", posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 ? 0 : -1)
        for name in CallProbe()?.granted() ?? ["no probe"] { print(name) }
    }

    private func attempt(_ name: String, _ result: CInt) {
        if result >= 0 { print(name) }
    }
}
