import CLinux
import Gateway
import Logging

/// The descriptors that this process may have, and the connections that they are enough for.
enum OpenFiles {
    /// The database, the libraries' folders, the parsing processes and what the runtime needs.
    private static let reserve = 256

    /// Raises the soft limit to what the connections may need, a socket and a file each, and lowers the number of connections to what
    /// the hard limit allows.
    static func fit(_ limits: ConnectionLimits, logger: Logger) -> ConnectionLimits {
        let wanted = limits.connections * 2 + reserve
        let allowed = rondo_raise_open_files(UInt64(wanted))
        guard allowed > 0, allowed < UInt64(wanted) else { return limits }
        var fitted = limits
        fitted.connections = max(16, (Int(allowed) - reserve) / 2)
        // The default asks for more than many systems give, and what they give is plenty: only a wish that was said deserves a warning.
        let isDefault = limits.connections == ConnectionLimits().connections
        logger.log(
            level: isDefault ? .info : .warning,
            "The limit of open files allows fewer connections than limits.connections asks for",
            metadata: ["limits.connections": "\(fitted.connections)", "limits.open-files": "\(allowed)"])
        return fitted
    }
}
