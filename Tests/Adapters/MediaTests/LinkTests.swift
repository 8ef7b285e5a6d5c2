import Catalog
import Foundation
import Glibc
import Media
import Synchronization
import Testing

@Suite("A symbolic link in a library")
struct LinkTests {
    /// A library with a file of one second in a folder, and a file of two seconds outside.
    private static func folders() async throws -> (library: TestFolder, outside: TestFolder) {
        let (library, outside) = (try TestFolder(), try TestFolder())
        try FileManager.default.createDirectory(atPath: library.file("disc"), withIntermediateDirectories: true)
        let options = TinyAudio.options(for: "a.wav")
        try await TinyAudio.make(library.file("disc/a.wav"), options: options, seconds: 1)
        try await TinyAudio.make(outside.file("secret.wav"), options: options, seconds: 2)
        return (library, outside)
    }

    private static func link(_ name: String, to target: String, in folder: TestFolder) {
        #expect(symlink(target, folder.file(name)) == 0)
    }

    @Test("is followed on any path that ends inside")
    func inside() async throws {
        let (library, outside) = try await Self.folders()
        let top = library.path.split(separator: "/").last.map(String.init) ?? ""
        Self.link("absolute.wav", to: library.file("disc/a.wav"), in: library)
        Self.link("relative.wav", to: "disc/a.wav", in: library)
        Self.link("disc/up.wav", to: "../disc/./a.wav", in: library)
        Self.link("there and back.wav", to: "../\(top)/disc/a.wav", in: library)
        Self.link("chain.wav", to: library.file("absolute.wav"), in: library)
        // The library's folder under another name, for example a link to its disk.
        Self.link("alias", to: library.path, in: outside)
        Self.link("by alias.wav", to: outside.file("alias/disc/a.wav"), in: library)
        let names = [
            "absolute.wav", "relative.wav", "disc/up.wav", "there and back.wav", "chain.wav", "by alias.wav",
        ]
        try await WorkerFixture.withPool { pool in
            for name in names {
                let file = try await pool.read(.of(name), in: library.root)
                #expect(file.audio.durationMilliseconds == 1000, "\(name)")
            }
        }
    }

    @Test("is refused if it leaves the library, is circular, too long a chain, or broken")
    func refused() async throws {
        let (library, outside) = try await Self.folders()
        Self.link("absolute.wav", to: outside.file("secret.wav"), in: library)
        Self.link("relative.wav", to: "../\(outside.path.split(separator: "/").last ?? "")/secret.wav", in: library)
        Self.link("chain.wav", to: library.file("absolute.wav"), in: library)
        Self.link("above.wav", to: "../../../../../../../../../../../../etc/passwd", in: library)
        Self.link("itself.wav", to: library.file("itself.wav"), in: library)
        Self.link("ping.wav", to: library.file("pong.wav"), in: library)
        Self.link("pong.wav", to: "ping.wav", in: library)
        Self.link("top.wav", to: library.path, in: library)
        Self.link("nowhere.wav", to: library.file("nothing.wav"), in: library)
        Self.link("0.wav", to: library.file("disc/a.wav"), in: library)
        for number in 1...60 { Self.link("\(number).wav", to: library.file("\(number - 1).wav"), in: library) }
        // A folder whose name merely begins with the library's is outside.
        let sibling = library.path + "-other"
        try FileManager.default.createDirectory(atPath: sibling, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: sibling) }
        try FileManager.default.copyItem(atPath: outside.file("secret.wav"), toPath: sibling + "/secret.wav")
        Self.link("sibling.wav", to: sibling + "/secret.wav", in: library)
        let expected: [(String, FileProblem.Reason)] = [
            ("absolute.wav", .outsideLibrary), ("relative.wav", .outsideLibrary), ("chain.wav", .outsideLibrary),
            ("above.wav", .outsideLibrary), ("sibling.wav", .outsideLibrary), ("top.wav", .outsideLibrary),
            ("itself.wav", .unreadable), ("ping.wav", .unreadable), ("nowhere.wav", .unreadable),
            ("60.wav", .unreadable),
        ]
        try await WorkerFixture.withPool { pool in
            for (name, reason) in expected {
                let found = try await pool.reason(name, in: library)
                #expect(found == reason, "\(name)")
            }
            let within = try await pool.reason("20.wav", in: library)
            #expect(within == nil)
        }
    }

    @Test("that changes all the time gives the file inside or a problem, never the one outside")
    func swapped() async throws {
        let (library, outside) = try await Self.folders()
        Self.link("in", to: library.file("disc/a.wav"), in: library)
        Self.link("out", to: outside.file("secret.wav"), in: library)
        Self.link("swap.wav", to: library.file("disc/a.wav"), in: library)
        let paths = ["in", "out", "swap.wav"].map(library.file)
        let stop = Stop()
        // A separate thread: among many tests a task might not get its turn.
        Thread.detachNewThread {
            // Exchanges the names of two links atomically.
            while !stop.isSet {
                for other in [paths[1], paths[0]] {
                    let copy = paths[2] + ".new"
                    var target = [CChar](repeating: 0, count: 4096)
                    guard readlink(other, &target, 4095) > 0, symlink(target, copy) == 0 else { return }
                    rename(copy, paths[2])
                }
                sched_yield()
            }
        }
        defer { stop.set() }
        try await WorkerFixture.withPool { pool in
            var outcomes: Set<String> = []
            let deadline = ContinuousClock.now + .seconds(20)
            var readings = 0
            while readings < 300 || (outcomes.count < 2 && ContinuousClock.now < deadline) {
                readings += 1
                switch try await pool.outcome("swap.wav", in: library) {
                case .success(let file):
                    #expect(file.audio.durationMilliseconds == 1000)
                    outcomes.insert("inside")
                case .failure(let problem):
                    #expect(problem.reason == .outsideLibrary)
                    outcomes.insert("refused")
                }
            }
            #expect(outcomes == ["inside", "refused"])
        }
    }
}

/// Ends the loop of the separate thread.
private final class Stop: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() {
        flag.withLock { $0 = true }
    }
}
