import Glibc

/// Checks before a process is started that there are enough file descriptors for it.
///
/// swift-subprocess (1.0.2) opens up to six for the standard streams and one for the process. Where it cannot open the
/// streams, it ends this program ("FileDescriptor … was not closed"), and without the descriptor of a process it waits
/// for ever for its end. https://github.com/swiftlang/swift-subprocess, seen 2026-11-24.
enum SpareDescriptors {
    private static let needed = 8

    /// Whether as many can be opened at present. The server keeps some free that connections do not take: what else
    /// opens files at this moment does not use them up.
    static var areThere: Bool {
        var opened: [CInt] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < needed {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }
}
