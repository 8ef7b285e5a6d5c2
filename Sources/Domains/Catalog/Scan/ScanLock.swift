/// Keeps two processes from scanning one catalogue at the same time. The lock of a process that dies is free at once.
package protocol ScanLock: Sendable {
    /// False when another holder has it; never waits.
    func acquire() throws -> Bool
    func release()
}
