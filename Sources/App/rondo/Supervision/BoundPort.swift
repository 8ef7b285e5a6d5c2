import Synchronization

/// The TLS port that the system gave, once it has.
final class BoundPort: Sendable {
    private let value = Atomic<Int>(0)

    var port: Int { value.load(ordering: .acquiring) }

    func set(_ port: Int) {
        value.store(port, ordering: .releasing)
    }
}
