import Glibc

/// What is left of the disk that a file or folder lies on.
package enum FreeDiskSpace {
    /// Bytes that may still be written. Nil where the system does not say, for the reason in `errno`.
    package static func free(_ descriptor: CInt) -> Int64? {
        var status = statvfs()
        return fstatvfs(descriptor, &status) == 0 ? bytes(status) : nil
    }

    package static func free(at path: String) -> Int64? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? bytes(status) : nil
    }

    private static func bytes(_ status: statvfs) -> Int64 {
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }
}
