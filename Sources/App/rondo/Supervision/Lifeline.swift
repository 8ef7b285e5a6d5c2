import Glibc

/// The end of the supervisor's socket, as standard input: it ends when the supervisor does, and this process with it.
enum Lifeline {
    static func follow() {
        let watcher: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { _exit(1) }
            }
        }
        var thread = pthread_t()
        pthread_create(&thread, nil, watcher, nil)
        pthread_detach(thread)
    }
}
