import NIOPosix
import Synchronization

/// Threads that wait for files to be read, some for each file system: one that does not answer holds up no other.
enum DeviceThreads {
    private static let perDevice = 4
    private static let pools = Mutex<[UInt64: NIOThreadPool]>([:])

    /// - Parameter device: the number of a file system, of which a machine has few.
    static func pool(for device: UInt64) -> NIOThreadPool {
        pools.withLock { pools in
            if let pool = pools[device] { return pool }
            // A thread that waits for a dead disk ends with the process: nothing shuts these down.
            let pool = NIOThreadPool(numberOfThreads: perDevice)
            pool.start()
            pools[device] = pool
            return pool
        }
    }
}
