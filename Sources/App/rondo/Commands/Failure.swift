import ArgumentParser
import Glibc
import HTTPSupport
import NIOCore
import Primitives

/// Errors as the command line words them: one line on standard error, or one JSON object with `--json`.
enum Failure {
    static func report(_ error: DomainError, json: Bool) -> ExitCode {
        var line: ByteBuffer
        if json {
            var writer = JSONWriter()
            writer.object { writer in
                writer.field("code", error.code.rawValue)
                writer.field("reason", error.reason)
                writer.field("detail", error.message)
                writer.field("field", error.field)
            }
            line = writer.buffer
        } else {
            line = ByteBuffer(string: "rondo: \(error.message)")
        }
        line.writeStaticString("\n")
        line.withUnsafeReadableBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        return exitCode(of: error.code)
    }

    /// 2 for what was asked wrongly, 3 for what is not there, 1 for the rest.
    private static func exitCode(of code: DomainError.Code) -> ExitCode {
        switch code {
        case .invalid, .tooLarge, .unsupportedMediaType: ExitCode(2)
        case .notFound: ExitCode(3)
        case .unauthenticated, .forbidden, .conflict, .rateLimited, .unavailable, .storageFull: ExitCode(1)
        }
    }
}
