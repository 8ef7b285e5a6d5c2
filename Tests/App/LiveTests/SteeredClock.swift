import Foundation
import Support

/// A server's wall clock that the test can change while the server runs. A preloaded library adds an offset to the
/// system's time. Monotonic clocks are unchanged, as when somebody sets the time of a machine.
final class SteeredClock: Sendable {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/offset" }

    /// The command that starts a server with this clock.
    var launcher: [String] {
        ["/usr/bin/env", "LD_PRELOAD=\(folder.path)/clock.so", "RONDO_TEST_CLOCK=\(file)"]
    }

    init() async throws {
        folder = try TemporaryFolder()
        try Self.source.write(toFile: folder.path + "/clock.c", atomically: true, encoding: .utf8)
        try set(.zero)
        let built = try await Program.run(
            "/usr/bin/env",
            ["clang", "-shared", "-fPIC", "-O1", "-o", folder.path + "/clock.so", folder.path + "/clock.c"])
        guard built.status == 0 else { throw BuildFailure(output: built.error) }
    }

    struct BuildFailure: Error {
        let output: String
    }

    /// Sets how far the clock is ahead of the machine's time. Negative is behind. Writes in place, because the servers
    /// have the file mapped.
    func set(_ offset: Duration) throws {
        if !FileManager.default.fileExists(atPath: file) { try Data(count: 8).write(to: URL(fileURLWithPath: file)) }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        let milliseconds = offset.components.seconds * 1000 + offset.components.attoseconds / 1_000_000_000_000_000
        try handle.write(contentsOf: withUnsafeBytes(of: milliseconds) { Data($0) })
        try handle.close()
    }

    /// The library maps the file when the program starts, because a confined process cannot open it later.
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static const volatile long long *offset;

        __attribute__((constructor)) static void map(void) {
            const char *path = getenv("RONDO_TEST_CLOCK");
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            if (file < 0) return;
            void *mapped = mmap(0, 8, PROT_READ, MAP_SHARED, file, 0);
            close(file);
            if (mapped != MAP_FAILED) offset = mapped;
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
            if (offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
                long long milliseconds = *offset;
                time->tv_sec += milliseconds / 1000;
                time->tv_nsec += milliseconds % 1000 * 1000000;
                if (time->tv_nsec < 0) time->tv_sec -= 1, time->tv_nsec += 1000000000;
                if (time->tv_nsec >= 1000000000) time->tv_sec += 1, time->tv_nsec -= 1000000000;
            }
            return 0;
        }

        int gettimeofday(struct timeval *time, void *zone) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        """
}
