import Logging

/// Chooses where log lines go: standard error, as text or as JSON.
enum LogSetup {
    static func bootstrap(level: Logger.Level, json: Bool) {
        LoggingSystem.bootstrap { label in
            if json { return JSONLogHandler(label: label, level: level) }
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
