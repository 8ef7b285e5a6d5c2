import Synchronization

/// A value that is made when somebody first asks for it, and kept. A start then spends no time on what nobody asks for.
package final class Lazy<Value: Sendable, Failure: Error>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () throws(Failure) -> Value

    /// - Parameter make: called once, and again where it threw. Others who ask meanwhile wait.
    package init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
        self.make = make
    }

    package func value() throws(Failure) -> Value {
        try made.withLock { made throws(Failure) in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
