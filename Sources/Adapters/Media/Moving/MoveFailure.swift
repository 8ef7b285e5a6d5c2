import Glibc

/// A failed system call of a mover.
struct MoveFailure: Error {
    let code: CInt

    /// The failure as a sentence for moderators.
    var sentence: String {
        switch code {
        case EROFS, EACCES, EPERM: "The server may not write into the library's folder."
        case ENOSPC, EDQUOT: "There is no room left on the library's disk."
        case ENAMETOOLONG: "The name is too long for the library's disk."
        case ENOTDIR, ELOOP: "The file is reached by a link."
        case EXDEV: "The file lies on another disk than the library's folder."
        default: "The library's folder cannot be written: \(String(cString: strerror(code)))."
        }
    }

    @discardableResult
    static func check(_ result: CInt) throws -> CInt {
        guard result >= 0 else { throw MoveFailure(code: errno) }
        return result
    }
}
