import Glibc
import SystemPackage

/// The failed system calls of a mover.
extension Errno {
    /// The failure as a sentence for moderators.
    var sentence: String {
        switch self {
        case .readOnlyFileSystem, .permissionDenied, .notPermitted:
            "The server may not write into the library's folder."
        case .noSpace, .diskQuotaExceeded: "There is no room left on the library's disk."
        case .fileNameTooLong: "The name is too long for the library's disk."
        case .notDirectory, .tooManySymbolicLinkLevels: "The file is reached by a link."
        case .improperLink: "The file lies on another disk than the library's folder."
        default: "The library's folder cannot be written: \(String(cString: strerror(rawValue)))."
        }
    }

    @discardableResult
    static func check(_ result: CInt) throws -> CInt {
        guard result >= 0 else { throw Errno(rawValue: errno) }
        return result
    }
}
