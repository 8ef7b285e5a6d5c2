import Glibc
import Synchronization

/// A descriptor that is closed unless somebody has taken it over.
final class OneDescriptor: Sendable {
    private let value: Mutex<CInt?>

    init(_ value: CInt) {
        self.value = Mutex(value)
    }

    deinit {
        close()
    }

    func take() -> CInt {
        value.withLock { value in
            defer { value = nil }
            return value ?? -1
        }
    }

    func close() {
        value.withLock { value in
            if let open = value { Glibc.close(open) }
            value = nil
        }
    }
}
