package import Primitives
import Glibc
package import NIOPosix
import Synchronization

/// Caches reproducible content as files below one folder, up to a number of bytes.
///
/// An entry is written beside its final path, synced and renamed, so that it exists whole or not at all, even after a
/// power cut. When the cache is full, the least recently used entries are removed, a tenth of the limit at a time. The
/// list of entries is in memory: a miss costs no disk access.
///
/// A file's access time records its last use. Its modification time never changes, so that it can serve in a validator.
package final class DiskCache: GrowingCacheStore {
    private struct Entry {
        let size: Int
        /// The order of the last uses: larger is later.
        var turn: UInt64
        /// The last use on the disk, in seconds since 1970.
        var noted: Int64
    }

    private struct State {
        var entries: [String: Entry]
        var bytes: Int
        var turn: UInt64
        var writes: UInt64 = 0
    }

    private static let temporary = "incoming"
    private static let day: Int64 = 24 * 60 * 60
    /// `UTIME_OMIT` of utimensat(2), a macro that Swift does not see.
    private static let unchanged = 0x3FFF_FFFE

    private let folder: String
    private let limit: Int
    private let pool: NIOThreadPool
    private let state: Mutex<State>

    /// Makes the folder if it is missing, removes the remains of interrupted writes, and lists the entries.
    /// - Parameter limit: bytes.
    package static func open(folder: String, limit: Int, pool: NIOThreadPool) async throws -> DiskCache {
        let found = try await pool.runIfActive {
            try DiskFolder.make(folder, emptying: temporary)
            return try stock(of: folder)
        }
        let cache = DiskCache(folder: folder, limit: limit, pool: pool, found)
        try await cache.makeRoom()
        return cache
    }

    private init(
        folder: String, limit: Int, pool: NIOThreadPool, _ found: [(name: String, size: Int, used: Int64)]
    ) {
        self.folder = folder
        self.limit = limit
        self.pool = pool
        var entries: [String: Entry] = [:]
        for (turn, file) in found.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }).enumerated() {
            entries[file.name] = Entry(size: file.size, turn: UInt64(turn), noted: file.used)
        }
        state = Mutex(
            State(entries: entries, bytes: found.reduce(0) { $0 + $1.size }, turn: UInt64(found.count)))
    }

    /// The total bytes of the files.
    package var bytes: Int { state.withLock { $0.bytes } }

    package func open(_ name: String) async throws -> (any ReadableFile)? {
        let now = Int64(time(nil))
        let isForgotten = state.withLock { state -> Bool? in
            guard let entry = state.entries[name] else { return nil }
            state.turn += 1
            // The next start reads the access times: writing them once a day is enough.
            let isForgotten = entry.noted + Self.day < now
            state.entries[name] = Entry(size: entry.size, turn: state.turn, noted: isForgotten ? now : entry.noted)
            return isForgotten
        }
        guard let isForgotten else { return nil }
        let path = place(of: name).path
        let file = try await pool.runIfActive { () -> DescriptorFile? in
            guard let descriptor = try DiskFolder.open(path) else { return nil }
            if isForgotten {
                let times = [timespec(tv_sec: time(nil), tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
                futimens(descriptor, times)
            }
            return DescriptorFile(taking: descriptor)
        }
        // The file was removed by hand.
        if file == nil { forget(name) }
        return file
    }

    package func bytes(of name: String) async throws -> [UInt8]? {
        guard let file = try await open(name) else { return nil }
        return try await pool.runIfActive {
            try [UInt8](unsafeUninitializedCapacity: Int(file.size)) { buffer, count in
                while count < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    let read = try file.read(into: rest, at: Int64(count))
                    guard read > 0 else { break }
                    count += read
                }
            }
        }
    }

    package func put(_ bytes: [UInt8], as name: String) async throws {
        guard bytes.count <= limit, Self.isName(name) else { return }
        let (home, path) = place(of: name)
        let temporary = newTemporary()
        try await pool.runIfActive {
            try DiskFolder.make(home)
            try DiskFolder.write(bytes, to: temporary, movedTo: path)
        }
        try await enter(name, size: bytes.count)
    }

    package var storesEntries: Bool { limit > 0 }

    package func begin() async throws -> any CacheDraft {
        let temporary = newTemporary()
        return try await pool.runIfActive { [self] in
            let descriptor = Glibc.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw DiskFolder.failure(errno) }
            return DiskCacheDraft(descriptor, at: temporary, of: self, pool: pool)
        }
    }

    /// Moves a finished draft to its final path. Returns false when it is larger than the whole cache.
    func store(_ temporary: String, size: Int, as name: String) async throws -> Bool {
        guard size <= limit, Self.isName(name) else { return false }
        let (home, path) = place(of: name)
        try await pool.runIfActive {
            try DiskFolder.make(home)
            guard rename(temporary, path) == 0 else { throw DiskFolder.failure(errno) }
        }
        try await enter(name, size: size)
        return true
    }

    private func newTemporary() -> String {
        let number = state.withLock { state in
            state.writes += 1
            return state.writes
        }
        return "\(folder)/\(Self.temporary)/\(number)"
    }

    private func enter(_ name: String, size: Int) async throws {
        state.withLock { state in
            state.turn += 1
            state.bytes += size - (state.entries[name]?.size ?? 0)
            state.entries[name] = Entry(size: size, turn: state.turn, noted: Int64(time(nil)))
        }
        try await makeRoom()
    }

    private func makeRoom() async throws {
        let surplus = state.withLock { state -> [String] in
            guard state.bytes > limit else { return [] }
            var names: [String] = []
            for (name, entry) in state.entries.sorted(by: { $0.value.turn < $1.value.turn }) {
                guard state.bytes > limit / 10 * 9, state.entries.count > 1 else { break }
                state.entries[name] = nil
                state.bytes -= entry.size
                names.append(name)
            }
            return names
        }
        guard !surplus.isEmpty else { return }
        let paths = surplus.map { place(of: $0).path }
        try await pool.runIfActive {
            for path in paths { unlink(path) }
        }
    }

    private func forget(_ name: String) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: name) else { return }
            state.bytes -= entry.size
        }
    }

    private func place(of name: String) -> (home: String, path: String) {
        let home = folder + "/" + name.prefix(2)
        return (home, home + "/" + name)
    }

    private static func isName(_ name: String) -> Bool {
        DiskFolder.isName(name, of: 2...200)
    }

    private static func stock(of folder: String) throws -> [(name: String, size: Int, used: Int64)] {
        try DiskFolder.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { start in
            try DiskFolder.names(in: folder + "/" + start).compactMap { name in
                var status = stat()
                guard isName(name), stat("\(folder)/\(start)/\(name)", &status) == 0 else { return nil }
                return (name, Int(status.st_size), Int64(max(status.st_atim.tv_sec, status.st_mtim.tv_sec)))
            }
        }
    }
}
