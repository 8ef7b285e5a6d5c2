/// Notices changes in a library's folder as they happen.
package protocol LibraryObserver: Sendable {
    /// One element whenever something below `path` has changed that a scan could see; several changes may be one element. The folders
    /// are watched until the stream is dropped, and again when a folder that went away comes back.
    func changes(below path: [UInt8]) -> AsyncStream<Void>
}
