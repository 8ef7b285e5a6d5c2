import Glibc
import HTTPSupport
import Logging
import NIOCore
import Primitives

/// Writes one JSON object per line to standard error, at most 8 KiB, with control characters escaped: nothing that a
/// client sends can forge a line.
struct JSONLogHandler: LogHandler {
    private static let maximumText = 2048
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let label: String

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.field("at", SystemWallClock().now())
            json.field("level", event.level.rawValue)
            json.field("message", Self.bounded("\(event.message)"))
            for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: {
                $0.key < $1.key
            }) {
                json.key(text: key)
                json.value(Self.bounded("\(value)"))
            }
        }
        var line = json.buffer
        line.writeStaticString("\n")
        line.withUnsafeReadableBytes { _ = write(STDERR_FILENO, $0.baseAddress, min($0.count, 8192)) }
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count <= maximumText ? text : String(text.prefix(maximumText / 4)) + "…"
    }
}

/// Chooses the format of log lines on standard error: text or JSON.
enum LogSetup {
    static func bootstrap(level: Logger.Level, json: Bool) {
        LoggingSystem.bootstrap { label in
            if json { return JSONLogHandler(logLevel: level, label: label) }
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
