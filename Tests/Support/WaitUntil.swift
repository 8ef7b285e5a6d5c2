package struct NeverHappened: Error, CustomStringConvertible {
    package let what: String

    package init(what: String) {
        self.what = what
    }

    package var description: String { "It never happened that \(what)" }
}

/// Checks the condition repeatedly until it holds, with pauses that leave the processor to other work. Throws
/// `NeverHappened` after `time`. The default is long, because it is only for tests that hang: a busy machine is slow.
package func waitUntil(
    _ what: String, within time: Duration = .seconds(150), _ condition: () async throws -> Bool
) async throws {
    try await waitFor(what, within: time) { try await condition() ? () : nil }
}

/// Repeats like `waitUntil`, until there is a value.
package func waitFor<Value>(
    _ what: String, within time: Duration = .seconds(150), _ value: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + time
    // The pauses grow, so that many waiting tests do not take processor time from the work that they wait for.
    var pause = Duration.milliseconds(5)
    while true {
        if let value = try await value() { return value }
        guard ContinuousClock.now < deadline else { throw NeverHappened(what: what) }
        try await Task.sleep(for: pause)
        pause = min(pause * 1.25, .milliseconds(50))
    }
}
