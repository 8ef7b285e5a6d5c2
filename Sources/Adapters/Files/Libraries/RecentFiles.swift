import Catalog
import NIOCore
import NIOPosix
import Synchronization

/// The files that were opened a moment ago: players ask for a track piece by piece, and to find a file, open and close it takes a tenth of the
/// time that a piece takes.
///
/// A file that was written to, replaced or removed since is opened anew. One that was moved to elsewhere, with another put in its place, is
/// taken for the other only when the moment is over.
final class RecentFiles: Sendable {
    struct Name: Hashable {
        let root: [UInt8]
        let path: LibraryPath
    }

    private struct Entry {
        let file: DescriptorFile
        let end: NIODeadline
    }

    private struct State {
        var entries: [Name: Entry] = [:]
        var isSweepDue = false
    }

    private static let lifetime = TimeAmount.seconds(1)
    private static let most = 64

    private let state = Mutex(State())

    func file(_ name: Name) -> DescriptorFile? {
        guard let entry = state.withLock({ $0.entries[name] }), NIODeadline.now() < entry.end, entry.file.isInPlace
        else { return nil }
        return entry.file
    }

    func keep(_ file: DescriptorFile, as name: Name) {
        let isFirst = state.withLock { state in
            guard state.entries.count < Self.most || state.entries[name] != nil else { return false }
            state.entries[name] = Entry(file: file, end: .now() + Self.lifetime)
            defer { state.isSweepDue = true }
            return !state.isSweepDue
        }
        if isFirst { sweepLater() }
    }

    private func sweepLater() {
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.lifetime) { [weak self] in self?.sweep() }
    }

    /// Closes what nobody asked for in time.
    private func sweep() {
        let isLeft = state.withLock { state in
            let now = NIODeadline.now()
            state.entries = state.entries.filter { now < $0.value.end }
            state.isSweepDue = !state.entries.isEmpty
            return state.isSweepDue
        }
        if isLeft { sweepLater() }
    }
}
