import Foundation

/// A shift of the real-time clock of programs that are started through it, changed while they run. Monotonic clocks and sleeps stay as they are.
///
/// It is a few lines of C, compiled when first asked for and loaded before the program's own libraries (`LD_PRELOAD`).
package final class ShiftedClock: Sendable {
    private let folder: TemporaryFolder

    /// What a program is to be started through.
    package var launcher: [String] {
        ["/usr/bin/env", "LD_PRELOAD=\(folder.path)/clock.so", "RONDO_TEST_CLOCK=\(folder.path)/shift"]
    }

    package init() async throws {
        folder = try TemporaryFolder()
        try Self.source.write(toFile: folder.path + "/clock.c", atomically: true, encoding: .utf8)
        let made = try await Program.run(
            "/usr/bin/env",
            ["clang", "-shared", "-fPIC", "-O1", "-o", folder.path + "/clock.so", folder.path + "/clock.c", "-ldl"])
        guard made.status == 0 else { throw CompilationFailure(output: made.error) }
        try shift(by: 0)
    }

    /// From the machine's clock, in milliseconds. It is seen at once.
    package func shift(by milliseconds: Int64) throws {
        try "\(milliseconds)\n".write(toFile: folder.path + "/shift", atomically: true, encoding: .utf8)
    }

    private struct CompilationFailure: Error {
        let output: String
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long long shift(void) {
            const char *path = getenv("RONDO_TEST_CLOCK");
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            if (file < 0) return 0;
            char text[32] = {0};
            ssize_t count = read(file, text, sizeof text - 1);
            close(file);
            return count > 0 ? atoll(text) : 0;
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            static int (*real)(clockid_t, struct timespec *);
            if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
            int result = real(clock, time);
            if (result == 0 && clock == CLOCK_REALTIME) {
                long long now = time->tv_sec * 1000LL + time->tv_nsec / 1000000 + shift();
                time->tv_sec = now / 1000;
                time->tv_nsec = now % 1000 * 1000000;
            }
            return result;
        }

        int gettimeofday(struct timeval *restrict time, void *restrict zone) {
            struct timespec now;
            int result = clock_gettime(CLOCK_REALTIME, &now);
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return result;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        """
}
