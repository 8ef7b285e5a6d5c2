import Catalog
import Foundation
import Glibc
import Media
import Support
import Testing

@Suite("A worker's life")
struct WorkerLifeTests {
    @Test("a hanging worker fails its file at the deadline, and another worker reads the next file")
    func deadline() async throws {
        let folder = try await Self.folder()
        // The deadline also covers the start of a worker, which may be slow on a busy machine.
        try await WorkerFixture.withPool(deadline: .seconds(2)) { pool in
            _ = try await pool.read(.of("a.wav"), in: folder.root)
            let process = try #require(await pool.status().processes.first)
            kill(process, SIGSTOP)
            #expect(try await pool.reason("a.wav", in: folder) == .timeout)
            #expect(try await pool.read(.of("a.wav"), in: folder.root).audio.codec == "pcm")
            #expect(await pool.status().processes.first != process)
        }
    }

    @Test("a worker killed while reading fails only that file")
    func crash() async throws {
        let folder = try await Self.folder()
        try await WorkerFixture.withPool { pool in
            _ = try await pool.read(.of("a.wav"), in: folder.root)
            let process = try #require(await pool.status().processes.first)
            kill(process, SIGSTOP)
            // Four files wait inside the process when it is killed.
            let outcomes = try await withThrowingTaskGroup(of: FileProblem.Reason?.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await pool.reason("a.wav", in: folder) }
                }
                try await waitUntil("four are under way") { await pool.status().underWay == 4 }
                kill(process, SIGKILL)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 3)
            #expect(outcomes.count { $0 == .crashed } == 1)
            #expect(try await pool.read(.of("a.wav"), in: folder.root).audio.codec == "pcm")
        }
    }

    @Test("an idle worker ends")
    func idle() async throws {
        let folder = try await Self.folder()
        try await WorkerFixture.withPool(idleTime: .milliseconds(100)) { pool in
            // On a busy machine the worker may have ended before this check.
            var seen: Int32?
            while seen == nil {
                _ = try await pool.read(.of("a.wav"), in: folder.root)
                seen = await pool.status().processes.first
            }
            let process = try #require(seen)
            try await waitUntil("the worker is gone") { kill(process, 0) != 0 }
            #expect(try await pool.read(.of("a.wav"), in: folder.root).audio.codec == "pcm")
        }
    }

    @Test("when the pool stops, its processes are gone and its calls fail")
    func stop() async throws {
        let folder = try await Self.folder()
        let (pool, processes) = try await WorkerFixture.withPool(workers: 2) { pool in
            _ = try await pool.read(.of("a.wav"), in: folder.root)
            return (pool, await pool.status().processes)
        }
        #expect(!processes.isEmpty)
        #expect(processes.allSatisfy { kill($0, 0) != 0 })
        #expect(try await pool.reason("a.wav", in: folder) == .crashed)
    }

    @Test("a cancelled call returns at once and leaves the worker to other calls")
    func cancelled() async throws {
        let folder = try await Self.folder()
        try await WorkerFixture.withPool { pool in
            _ = try await pool.read(.of("a.wav"), in: folder.root)
            let process = try #require(await pool.status().processes.first)
            kill(process, SIGSTOP)
            try await withThrowingTaskGroup(of: FileProblem.Reason?.self) { group in
                group.addTask { try await pool.reason("a.wav", in: folder) }
                try await waitUntil("one is under way") { await pool.status().underWay > 0 }
                group.cancelAll()
                let reason = try await group.next() ?? nil
                #expect(reason == .unreadable)
            }
            kill(process, SIGCONT)
            #expect(try await pool.read(.of("a.wav"), in: folder.root).audio.codec == "pcm")
        }
    }

    @Test(
        "a program that is missing or is not a worker fails the calls instead of blocking them",
        arguments: [
            "/nonexistent", "/bin/true", "/bin/cat",
        ])
    func unstartable(executable: String) async throws {
        let folder = try await Self.folder()
        let reason = try await WorkerFixture.withPool(deadline: .milliseconds(400), executable: executable) {
            try await $0.reason("a.wav", in: folder)
        }
        #expect(reason == .crashed)
    }

    @Test("a missing library folder is a problem of its files")
    func noRoot() async throws {
        let folder = try TestFolder()
        try FileManager.default.removeItem(atPath: folder.path)
        let reason = try await WorkerFixture.withPool { try await $0.reason("a.wav", in: folder) }
        #expect(reason == .unreadable)
    }

    private static func folder() async throws -> TestFolder {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.wav"), options: TinyAudio.options(for: "a.wav"))
        return folder
    }
}
