import Glibc
import Subprocess
import SystemPackage

/// The path of a program on the search path, with links resolved.
enum ProgramPath {
    static func find(_ name: String) async -> String? {
        guard let path = try? await Executable.name(name).resolveExecutablePath(in: .inherit).string else { return nil }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
