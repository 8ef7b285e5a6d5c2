/// How far somebody's import is.
package enum ImportState: Sendable, Equatable {
    /// Looked through; this much was found so far.
    case examining(found: Int)
    /// What would become of it; nothing is changed yet.
    case ready(ImportReport)
    case running(done: Int, of: Int)
    case finished(ImportReport)
    /// Why it cannot be read, as a reason of a problem document.
    case failed(reason: String, message: String)
}
