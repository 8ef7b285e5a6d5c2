import Foundation
import Support
import Testing

@testable import rondo

/// The first commands after cloning Rondo.
@Suite("The first commands", .timeLimit(.minutes(10))) struct FirstCommandTests {
    private static func packages(_ parts: String...) async throws -> Set<String> {
        let printed = try await Program.run(Program.root + "/.ci/packages", ["--print"] + parts)
        try #require(printed.status == 0, "\(printed.error)")
        return Set(printed.output.split(separator: "\n").map(String.init))
    }

    @Test(
        "packages are listed once: README, CI and Containerfile run the script, and doctor names its packages")
    func packages() async throws {
        let run = try await Self.packages("run")
        for package in DebianPackage.allCases { #expect(run.contains(package.rawValue), "\(package)") }
        let build = try await Self.packages("build").filter { $0.hasSuffix("-dev") && !$0.contains("std") }
        #expect(build.count > 5)
        for file in ["README.md", ".ci/run", "Sources/App/rondo/Documentation.docc/Resources/Containerfile"] {
            let text = try String(contentsOfFile: Program.root + "/" + file, encoding: .utf8)
            #expect(text.contains(".ci/packages"), "\(file)")
            // The table of dependencies names each library once, with its reason. Installation commands name none.
            for line in text.split(separator: "\n") where line.contains("apt-get") {
                for package in build { #expect(!line.contains(package), "\(file): \(line)") }
            }
        }
        for name in try await Self.packages("build").filter({ $0.hasPrefix("lib") && $0.hasSuffix("-dev") }) {
            let manifest = try String(contentsOfFile: Program.root + "/Package.swift", encoding: .utf8)
            let isOfManifest = manifest.contains("\"\(name)\"")
            #expect(
                isOfManifest || ["libc6-dev", "libstdc++-12-dev", "libsqlite3-dev"].contains(name)
                    || name == "zlib1g-dev")
        }
    }

    /// A stand-in for the Debian programs that `.ci/packages` calls. It logs their arguments.
    private static func machine(installed: Bool, root: Bool, sudo: Bool) throws -> (
        folder: TemporaryFolder, log: String
    ) {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        var programs = [
            "id": "echo \(root ? 0 : 1000)", "dpkg-query": "echo \(installed ? "installed" : "not-installed")",
            "apt-get": "echo apt-get \"$@\" >>\(log)", "env": "shift; \"$@\"",
        ]
        if sudo { programs["sudo"] = "echo sudo >>\(log); \"$@\"" }
        for (name, script) in programs {
            let path = folder.path + "/" + name
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o755)
        }
        return (folder, log)
    }

    private static func install(_ machine: (folder: TemporaryFolder, log: String)) async throws -> (
        status: Int32, log: String, error: String
    ) {
        let result = try await Program.run(
            "/bin/sh", [Program.root + "/.ci/packages"], environment: ["PATH": machine.folder.path])
        return (result.status, (try? String(contentsOfFile: machine.log, encoding: .utf8)) ?? "", result.error)
    }

    @Test("root installs packages without sudo, others with it, and a second run changes nothing")
    func installation() async throws {
        let root = try await Self.install(try Self.machine(installed: false, root: true, sudo: false))
        #expect(root.status == 0 && root.log.contains("apt-get -qq install -y") && root.log.contains(" libtag1-dev "))
        let user = try await Self.install(try Self.machine(installed: false, root: false, sudo: true))
        #expect(user.status == 0 && user.log.hasPrefix("sudo\napt-get -qq update\nsudo\n"), "\(user.log)")
        let again = try await Self.install(try Self.machine(installed: true, root: false, sudo: false))
        #expect(again.status == 0 && again.log.isEmpty && again.error.isEmpty, "\(again.error)")
        let helpless = try await Self.install(try Self.machine(installed: false, root: false, sudo: false))
        #expect(helpless.status == 1 && helpless.error.contains("as root"), "\(helpless.error)")
    }

    @Test("a missing music folder is refused before anything is built or made")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/nowhere"
        // This fake `swift` fails and prints that a build was requested.
        let script = folder.path + "/swift"
        try Data("#!/bin/sh\necho built >&2\nexit 9\n".utf8).write(to: URL(fileURLWithPath: script))
        chmod(script, 0o755)
        let environment = ["PATH": folder.path + ":/usr/bin:/bin", "HOME": folder.path]
        for flags in [["--music", missing], ["--music=" + missing]] {
            let refused = try await Program.run(Program.root + "/.ci/serve", flags, environment: environment)
            #expect(refused.status == 2 && refused.error == "rondo: \(missing): there is no such folder\n")
        }
        for flags in [["--music", folder.path + "/Music"], ["--music", folder.path], []] {
            let built = try await Program.run(Program.root + "/.ci/serve", flags, environment: environment)
            #expect(built.status == 9 && built.error == "built\n", "\(flags) \(built.error)")
        }
        let data = folder.path + "/data"
        let served = try await Program.run(Program.path, ["serve", "--data", data, "--music", missing])
        #expect(served.status != 0 && served.error.contains("\(missing): there is no such folder"), "\(served.error)")
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test("without ~/Music the demo library is used and a message says so, also the second time")
    func demo() async throws {
        let home = try TemporaryFolder()
        let flags = ["--data", home.path + "/data", "--music", home.path + "/Music"]
        for _ in 1...2 {
            let server = try await ServerProcess.start(
                flags, in: home, variables: ["HOME": home.path], isSupervised: true)
            let said = server.output.components(separatedBy: "There is no folder \(home.path)/Music").count - 1
            #expect(said == 1 && server.output.contains("demo library"), "\(server.output)")
            #expect(await server.stop() == 0)
        }
        let listed = try await Program.run(Program.path, ["library", "list", "--json", "--data", home.path + "/data"])
        #expect(listed.output.contains("Demo") && !listed.output.contains(home.path + "/Music"), "\(listed.output)")
    }

    @Test("systemd accepts the unit printed by rondo service, and it contains the settings")
    func unit() async throws {
        let folder = try TemporaryFolder()
        let flags = ["--print", "--music", "/srv/my \"best\" music 100%", "--port", "443", "--shutdown-timeout", "20"]
        let printed = try await Program.run(Program.path, ["service"] + flags)
        #expect(printed.status == 0, "\(printed.error)")
        let unit = printed.output
        #expect(unit.contains(#"--music "/srv/my \"best\" music 100%%""#) && unit.contains("--data /var/lib/rondo"))
        #expect(unit.contains("TimeoutStopSec=30\n") && unit.contains("AmbientCapabilities=CAP_NET_BIND_SERVICE\n"))
        let high = try await Program.run(Program.path, ["service", "--print"])
        #expect(high.output.contains("CapabilityBoundingSet=\nAmbientCapabilities=\n"), "\(high.output)")
        let silent = try await Program.run(Program.path, ["service"])
        #expect(silent.status == 64 && silent.output.isEmpty)
        let wrong = try await Program.run(Program.path, ["service", "--print", "--port", "99999"])
        #expect(wrong.status == 2 && wrong.error.contains("--port"), "\(wrong.error)")
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze") else { return }
        let path = folder.path + "/rondo.service"
        try Data(unit.replacing("User=rondo", with: "User=root").replacing("Group=rondo", with: "Group=root").utf8)
            .write(to: URL(fileURLWithPath: path))
        let verified = try await Program.run("/usr/bin/systemd-analyze", ["verify", path])
        #expect(!verified.error.contains("rondo.service"), "\(verified.error)")
    }
}
