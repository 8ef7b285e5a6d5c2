import Foundation
import Support
import Testing

/// The confinement of the running server and its processes.
@Suite("The server's processes are confined", .timeLimit(.minutes(10))) struct ConfinementTests {
    /// Uploads a file. The quarantine folder in which it should be created has been replaced by a link that leads out
    /// of the data folder.
    private func upload(_ arguments: [String]) async throws -> (status: Int, files: [String]) {
        let gateway = try await Gateway(arguments: arguments, frames: 10_000)
        let (quarantine, outside) = (gateway.server.folder.path + "/data/quarantine", try TemporaryFolder())
        try FileManager.default.moveItem(atPath: quarantine, toPath: quarantine + ".aside")
        try FileManager.default.createSymbolicLink(atPath: quarantine, withDestinationPath: outside.path)
        let reply = try await gateway.request(
            "POST", "/api/v1/uploads",
            [
                ("Tus-Resumable", "1.0.0"), ("Upload-Length", "1000"),
                ("Upload-Metadata", "filename \(Data("a.flac".utf8).base64EncodedString())"),
            ])
        return (reply.status, try FileManager.default.contentsOfDirectory(atPath: outside.path))
    }

    @Test("the server writes only below its own folders, even through links")
    func writing() async throws {
        let held = try await upload([])
        #expect(held.files == [] && held.status == 503)
        // The same upload without confinement succeeds, so the link itself is not the cause.
        let free = try await upload(["--confine", "false"])
        #expect(free.files.count == 1 && free.status == 201)
    }

    @Test("supervisor and server leave no core dump, cannot be read by others, and run as an ordinary user")
    func dumps() async throws {
        let folder = try TemporaryFolder()
        let isRoot = geteuid() == 0
        let user: uid_t = isRoot ? 31_000 : geteuid()
        if isRoot { try #require(chown(folder.path, user, user) == 0) }
        let launcher =
            isRoot ? ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"] : []
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        if isRoot { try #require(chown(folder.path + "/music", user, user) == 0) }
        let server = try await ServerProcess.start(
            [], in: folder, through: launcher, variables: ["RONDO_DEBUG_TRACEABLE": "0"], isSupervised: true)
        let supervisor = server.processIdentifier
        let child = try #require(
            Processes.children(of: supervisor).first { $0.arguments.contains("serve") }?.identifier)
        let starter = try #require(
            Processes.children(of: child).first { $0.arguments.contains("library-mover-starter") }?.identifier)
        for process in [supervisor, child, starter] {
            #expect(Processes.status(of: process)["Uid"]?.hasPrefix("\(user)") == true)
            #expect(Processes.text(of: process, "limits").contains(/Max core file size +0 +0/))
            // proc(5): the files of a process that may not be dumped or traced belong to root.
            let facts = try FileManager.default.attributesOfItem(atPath: "/proc/\(process)/environ")
            #expect(facts[.ownerAccountID] as? Int == 0)
        }
        #expect(Processes.status(of: child)["NoNewPrivs"] == "1")
        #expect(await server.stop() == 0, "\(server.output)")
    }
}
