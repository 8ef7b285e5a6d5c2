import Synchronization

/// How many bytes have been written or read so far, for whoever looks.
package final class BackupProgress: Sendable {
    private let count = Atomic<Int64>(0)

    package init() {}

    package var bytes: Int64 { count.load(ordering: .relaxed) }

    package func add(_ bytes: Int) {
        count.wrappingAdd(Int64(bytes), ordering: .relaxed)
    }
}
