import Foundation
import Support
import Testing

/// The folder that `.ci/release` makes. Here it contains the debug build.
@Suite("A release folder", .timeLimit(.minutes(10))) struct ReleaseFolderTests {
    @Test("serves the web client and reads media from any place, without the toolchain and the clone")
    func start() async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(Program.root + "/.ci/release", ["--debug", folder.path + "/made"])
        try #require(made.status == 0, "\(made.error)")
        let release = folder.path + "/moved here"
        try FileManager.default.moveItem(atPath: folder.path + "/made", toPath: release)
        let names = try FileManager.default.contentsOfDirectory(atPath: release)
        for name in ["rondo", "public", "licenses", "PACKAGES", "README", "Containerfile", "libswiftCore.so"] {
            #expect(names.contains(name), "\(names)")
        }
        let packages = try String(contentsOfFile: release + "/PACKAGES", encoding: .utf8).split(separator: "\n")
        #expect(
            packages.contains { $0.hasPrefix("libtag1v5") } && packages.contains("libsqlite3-0")
                && packages.contains("ffmpeg"))
        #expect(!packages.contains { $0.hasSuffix("-dev") })
        let sizes = try [Program.path, release + "/rondo"].map {
            try #require(FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int)
        }
        #expect(sizes[1] < sizes[0] * 2 / 3, "\(sizes)")

        let gateway = try await ServerProcess.start(
            in: folder, through: try await Self.withoutToolchain(), program: release + "/rondo", isSupervised: true)
        let connection = try await gateway.connect()
        let page = try await connection.request("GET", "/", [("Accept", "text/html")])
        #expect(page.status == 200 && page.text.contains("<html"), "\(page.text)")
        await connection.close()
        let maps = try await Program.run("/bin/cat", ["/proc/\(gateway.processIdentifier)/maps"]).output
        #expect(maps.contains(release + "/libswiftCore.so"))
        #expect(!maps.contains("/usr/lib/swift/linux"), "the toolchain's libraries are used")
        #expect(await gateway.stop() == 0, "\(gateway.output)")
    }

    /// The command prefix that hides the toolchain from a program: it mounts an empty folder over it, in a mount
    /// namespace. Without the right to mount, nothing is hidden, and the loader is given the libraries beside the
    /// program.
    private static func withoutToolchain() async throws -> [String] {
        let loaded = try await Program.run("/usr/bin/ldd", [Program.path])
        let library = loaded.output.split(separator: "\n").first { $0.contains("libswiftCore.so") }
        let path = try #require(library?.split(separator: " ").dropFirst(2).first.map(String.init))
        let folder = (path as NSString).deletingLastPathComponent
        let script = "mount -t tmpfs none \"$0\" && exec \"$@\""
        return ["/usr/bin/unshare", "--map-root-user", "--mount", "/bin/sh", "-c", script, folder]
    }
}
