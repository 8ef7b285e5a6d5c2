import Testing

/// Returns as soon as `condition` holds; fails the test when it does not within a minute.
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        try #require(ContinuousClock.now < end, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
