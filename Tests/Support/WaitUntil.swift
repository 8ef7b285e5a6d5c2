package struct NeverHappened: Error, CustomStringConvertible {
    package let what: String

    package init(what: String) {
        self.what = what
    }

    package var description: String { "It never happened that \(what)" }
}

/// Asks again and again, leaving the processor to what is waited for, until it holds. Throws `NeverHappened` after
/// `time`, which is for what hangs: on a busy machine everything takes long.
package func waitUntil(
    _ what: String, within time: Duration = .seconds(150), _ condition: () async throws -> Bool
) async throws {
    try await waitFor(what, within: time) { try await condition() ? () : nil }
}

/// Asks like `waitUntil`, until there is a value.
package func waitFor<Value>(
    _ what: String, within time: Duration = .seconds(150), _ value: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + time
    // What has not happened for long is asked less often: many tests that ask would take the time of what they wait for.
    var pause = Duration.milliseconds(5)
    while true {
        if let value = try await value() { return value }
        guard ContinuousClock.now < deadline else { throw NeverHappened(what: what) }
        try await Task.sleep(for: pause)
        pause = min(pause * 1.25, .milliseconds(50))
    }
}
