import CLinux
import Glibc
import Media

/// Tries what the process that becomes ffmpeg must not be able to do, and prints each attempt that succeeded. Its
/// standard input is the file that it may read.
struct EncoderEscape {
    let input: String

    func run() {
        guard let program = rondo_hidden_text("/bin/echo", 10), FFmpegConfinement.confine(program: program, seconds: 5)
        else { exit(1) }
        attempt("read input", open("/proc/self/fd/0", O_RDONLY))
        attempt("read program", open("/usr/bin/ffmpeg", O_RDONLY))
        attempt("write input", open(input, O_WRONLY))
        attempt("write standard input", open("/proc/self/fd/0", O_WRONLY))
        attempt("read system", open("/etc/passwd", O_RDONLY))
        attempt("read processes", open("/proc/1/cmdline", O_RDONLY))
        attempt("create", open(input + ".new", O_WRONLY | O_CREAT, 0o600))
        attempt("temporary file", open("/tmp/rondo-escape", O_WRONLY | O_CREAT, 0o600))
        attempt("unlink", unlink(input))
        attempt("socket", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0))
        attempt("unix socket", socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        attempt("signal", kill(getppid(), 0))
        var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        attempt("spawn", posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 ? 0 : -1)
        for name in CallProbe()?.granted() ?? ["no probe"] { print(name) }
        fflush(nil)
        arguments = [strdup("echo"), strdup("another program"), nil]
        execv("/bin/echo", &arguments)
        arguments[1] = strdup("the program")
        execv(program, &arguments)
        exit(9)
    }

    private func attempt(_ name: String, _ result: CInt) {
        if result >= 0 { print(name) }
    }
}
