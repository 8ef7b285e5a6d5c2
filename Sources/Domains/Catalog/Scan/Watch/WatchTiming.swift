/// When a change in a library's folder leads to a scan.
package struct WatchTiming: Sendable {
    /// How long nothing must have changed, so that an album that is being copied is looked at once.
    package var quiet: Duration
    /// How long a scan waits for that at most.
    package var timeout: Duration
    /// The pause after a scan, as a multiple of the time it took: a folder that never comes to rest must not keep the disk busy.
    package var rest: Int

    package init(quiet: Duration = .seconds(2), timeout: Duration = .seconds(20), rest: Int = 4) {
        self.quiet = quiet
        self.timeout = timeout
        self.rest = rest
    }
}
