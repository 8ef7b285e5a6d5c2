import Catalog
import Foundation
import Glibc
import Media
import Subprocess
import SystemPackage
import Testing

@Suite("A worker is confined")
struct ConfinementTests {
    @Test("a link that stays inside the library is followed, one that leads out is a problem")
    func links() async throws {
        let folder = try TestFolder()
        let outside = try TestFolder()
        try await TinyAudio.make(outside.file("secret.wav"), options: TinyAudio.options(for: "a.wav"))
        try FileManager.default.copyItem(atPath: outside.file("secret.wav"), toPath: folder.file("a.wav"))
        #expect(symlink("a.wav", folder.file("inside.wav")) == 0)
        #expect(symlink(outside.file("secret.wav"), folder.file("out.wav")) == 0)
        #expect(symlink("../\(outside.path.split(separator: "/").last ?? "")", folder.file("folder")) == 0)
        #expect(symlink("/etc/passwd", folder.file("passwd.jpg")) == 0)
        try await WorkerFixture.withPool { pool in
            let inside = try await pool.read(.of("inside.wav"), in: folder.root)
            #expect(inside.audio.codec == "pcm")
            for name in ["out.wav", "folder/secret.wav"] {
                let reason = try await pool.reason(name, in: folder)
                #expect(reason == .outsideLibrary)
            }
            let problem = await #expect(throws: FileProblem.self) {
                try await pool.sidecarImage(.of("passwd.jpg"), in: folder.root)
            }
            #expect(problem?.reason == .outsideLibrary)
        }
    }

    @Test(
        "the kernel enforces: no new privileges, a filter, little memory, no core, few descriptors, no environment")
    func held() async throws {
        let folder = try TestFolder()
        try await TinyAudio.make(folder.file("a.wav"), options: TinyAudio.options(for: "a.wav"))
        try await WorkerFixture.withPool { pool in
            _ = try await pool.read(.of("a.wav"), in: folder.root)
            let process = try #require(await pool.status().processes.first)
            let status = try Self.proc(process, "status")
            #expect(status.contains("NoNewPrivs:\t1"))
            #expect(status.contains("Seccomp:\t2"))
            if geteuid() == 0 {
                // It runs as another user with only a read capability.
                #expect(status.contains("Uid:\t60913\t60913\t60913\t60913"))
                #expect(status.contains("CapEff:\t0000000000000004") || status.contains("CapEff:\t0000000000000002"))
            } else {
                #expect(status.contains("CapEff:\t0000000000000000"))
            }
            let limits = try Self.proc(process, "limits")
            #expect(limits.contains(/Max address space +536870912/))
            #expect(limits.contains(/Max core file size +0/))
            #expect(limits.contains(/Max file size +0/))
            #expect(limits.contains(/Max open files +16/))
            #expect(limits.contains(/Max cpu time +unlimited/))
            // Reading these files of another user's process requires the right to trace it.
            guard try Self.mayTrace() else { return }
            let environment = try Self.proc(process, "environ").split(separator: "\0").map { $0.prefix { $0 != "=" } }
            #expect(Set(environment) == ["SWIFT_BACKTRACE", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"])
            // The socket to the server, the standard streams, and the library's folder.
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            #expect(descriptors.count <= 4)
        }
    }

    /// The fixture confines itself like a worker, tries each access and prints which ones were possible.
    @Test("a confined process gets no other files, sockets, programs, signals, limits, priorities or shared memory")
    func refused() async throws {
        let folder = try TestFolder()
        try folder.write([1], to: "inside")
        let result = try await run(
            .path(FilePath(try WorkerFixture.executable)), arguments: ["escape", folder.path],
            output: .string(limit: 4096), error: .currentStandardError)
        #expect(result.terminationStatus == .exited(0))
        #expect(result.standardOutput == "read inside\n")
    }

    @Test("a confined server writes its own folders, reads libraries, runs its own program, and no more")
    func server() async throws {
        let (own, library, secrets) = (try TestFolder(), try TestFolder(), try TestFolder())
        try library.write([1], to: "song")
        try secrets.write([1], to: "secret")
        let result = try await run(
            .path(FilePath(try WorkerFixture.executable)),
            arguments: ["server-escape", own.path, library.path, secrets.path], output: .string(limit: 4096),
            error: .currentStandardError)
        #expect(result.terminationStatus == .exited(0))
        #expect(
            result.standardOutput.split(separator: "\n") == [
                "write its own", "rename its own", "read a library", "run its own program",
            ])
    }

    /// Whether the tests have CAP_SYS_PTRACE.
    private static func mayTrace() throws -> Bool {
        let line = try proc(getpid(), "status").split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        return UInt64(line?.dropFirst(8) ?? "", radix: 16).map { $0 & 1 << 19 != 0 } ?? false
    }

    private static func proc(_ process: Int32, _ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)")), as: UTF8.self)
    }
}
