import Foundation
import Glibc
import Support
import Synchronization
import Testing

/// A third-party renderer (gmediarender) on its own network. The test records its sound.
@Suite("Renderers", .timeLimit(.minutes(10)), .needs(.renderer)) struct RendererTests {
    @Test("a found renderer plays once an admin allows it, is paused, sought, controlled, dies, and comes back")
    func heard() async throws {
        let room = try await RendererRoom()
        let player = try room.startPlayer()
        let gateway = try await Self.gateway(in: room)
        let (steps, high) = (try await Self.track("Steps", gateway), try await Self.track("High", gateway))
        let ann = try await gateway.person("ann", role: "contributor")
        let idle = try await gateway.request("GET", "/api/v1/renderers")
        #expect(idle.json?["on"] as? Bool == false && (idle.json?["items"] as? [Any])?.isEmpty == true, "\(idle.text)")
        let on = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"renderers":true}"#)
        #expect(on.status == 200, "\(on.text)")
        let found = try await Self.renderer(gateway, "it is found") { _ in true }
        #expect(found["name"] as? String == "Living room" && found["allowed"] as? Bool == false)
        #expect(try await Self.speaker(gateway, as: ann) == nil, "it is no speaker until an admin allows it")
        let id = try #require(found["id"] as? String)
        let allowed = try await gateway.request("PATCH", "/api/v1/renderers/\(id)", json: #"{"allowed":true}"#)
        #expect(allowed.status == 200, "\(allowed.text)")
        try await waitUntil("it is a speaker") { try await Self.speaker(gateway, as: ann) != nil }

        try await Self.send(#""action":"add","trackIds":["\#(steps)","\#(high)"]"#, to: id, gateway, as: ann)
        try await Self.send(#""action":"play""#, to: id, gateway, as: ann)
        try await room.wait(forTone: 440)
        try await Self.send(#""action":"pause""#, to: id, gateway, as: ann)
        try await room.wait(forTone: nil)
        try await Self.send(#""action":"play""#, to: id, gateway, as: ann)
        try await room.wait(forTone: 440)

        // The steps play three seconds of each tone.
        let entry = try #require(try await Self.speaker(gateway, as: ann)?["entry"] as? Int)
        try await Self.send(#""action":"seek","positionMs":4000,"entry":\#(entry)"#, to: id, gateway, as: ann)
        try await room.wait(forTone: 660)
        // The next song follows by itself.
        try await room.wait(forTone: 880)
        try await waitUntil("the second song is shown") {
            let track = try await Self.speaker(gateway, as: ann)?["track"] as? [String: Any]
            return track?["id"] as? String == high
        }

        player.signal(SIGKILL)
        await player.ended()
        try await waitUntil("it is told to be away") {
            try await Self.speaker(gateway, as: ann)?["reachable"] as? Bool == false
        }
        // The renderer now accepts only MP3.
        _ = try room.startPlayer(taking: "audio/mpeg")
        try await waitUntil("it is back") { try await Self.speaker(gateway, as: ann)?["reachable"] as? Bool == true }
        try await Self.send(#""action":"play""#, to: id, gateway, as: ann)
        try await room.wait(forTone: 880)
        try await Self.send(#""action":"jump","entry":\#(entry)"#, to: id, gateway, as: ann)
        try await room.wait(forTone: 440)
        let log = try room.log()
        #expect(log.contains("/original/") && log.contains("/mp3/"), "converted only for who does not take it: \(log)")
        let history = try await gateway.request("GET", "/api/v1/history", as: ann)
        #expect((history.json?["items"] as? [Any])?.isEmpty == true, "it counts in nobody's history: \(history.text)")

        let forbidden = try await gateway.request("PATCH", "/api/v1/renderers/\(id)", json: #"{"allowed":false}"#)
        #expect(forbidden.status == 200)
        try await room.wait(forTone: nil)
        let journal = try await gateway.request("GET", "/api/v1/journal?limit=20")
        for action in ["setting.change", "renderer.allow", "renderer.forbid"] {
            #expect(journal.text.contains(action), "\(journal.text)")
        }
    }

    // MARK: The server

    private static func gateway(in room: RendererRoom) async throws -> Gateway {
        let folder = try TemporaryFolder()
        let album = folder.path + "/music/Tones/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        try Data(Tone.file(440, 660, seconds: 3)).write(to: URL(fileURLWithPath: album + "/01 Steps.wav"))
        try Data(Tone.file(880, seconds: 60)).write(to: URL(fileURLWithPath: album + "/02 High.wav"))
        return try await Gateway(arguments: ["--renderer-interfaces", room.interface], frames: 44_100, in: folder)
    }

    private static func track(_ name: String, _ gateway: Gateway) async throws -> String {
        let reply = try await gateway.request("GET", "/api/v1/tracks")
        let items = try #require(reply.json?["items"] as? [[String: Any]])
        let track = items.first { ($0["title"] as? String)?.contains(name) == true }
        return try #require(track?["id"] as? String, "\(reply.text)")
    }

    private static func renderer(
        _ gateway: Gateway, _ what: String, _ holds: ([String: Any]) -> Bool
    ) async throws -> [String: Any] {
        try await waitFor(what) {
            let reply = try await gateway.request("GET", "/api/v1/renderers")
            return (reply.json?["items"] as? [[String: Any]])?.first(where: holds)
        }
    }

    private static func speaker(_ gateway: Gateway, as token: String) async throws -> [String: Any]? {
        let reply = try await gateway.request("GET", "/api/v1/devices", as: token)
        let items = try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
        return items.first { $0["kind"] as? String == "speaker" }
    }

    private static func send(
        _ action: String, to device: String, _ gateway: Gateway, as token: String
    ) async throws {
        let reply = try await gateway.request(
            "POST", "/api/v1/devices/\(device)/commands",
            json: #"{"id":"\#(UUID().uuidString.lowercased())",\#(action)}"#, as: token)
        #expect(reply.status == 202, "\(action): \(reply.text)")
    }
}

/// A second machine, simulated by a network namespace at the other end of a virtual cable. It ends with this object.
private final class RendererRoom: Sendable {
    /// The name of this end of the cable.
    let interface: String
    private let folder: TemporaryFolder
    private let machine: ChildProcess
    private let recording: String
    private let players = Mutex<[ChildProcess]>([])

    init() async throws {
        folder = try TemporaryFolder()
        recording = folder.path + "/heard.raw"
        try Data().write(to: URL(fileURLWithPath: recording))
        machine = try ChildProcess(["/usr/bin/unshare", "-n", "/bin/sleep", "infinity"])
        let (process, number) = (machine.processIdentifier, Int(machine.processIdentifier) % 16_384)
        interface = "rondo\(process)"
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
        try await waitUntil("the machine has its network") {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/net")).map { $0 != own }
                ?? false
        }
        // From the address range for benchmarks (RFC 2544), which nobody else uses.
        let network = "198.18.\(number / 64).\(number % 64 * 4)"
        let (near, far) = (Self.address(network, 1), Self.address(network, 2))
        let inside = "nsenter -t \(process) -n ip"
        let run = try await Program.run(
            "/bin/sh",
            [
                "-ec",
                """
                PATH=/usr/sbin:/usr/bin:/sbin:/bin
                ip link add \(interface) type veth peer name far netns \(process)
                ip addr add \(near)/30 dev \(interface)
                ip link set \(interface) up
                \(inside) addr add \(far)/30 dev far
                \(inside) link set lo up
                \(inside) link set far up
                \(inside) route add default via \(near)
                """,
            ])
        try #require(run.status == 0, "\(run.error)")
    }

    deinit {
        for player in players.withLock({ $0 }) { player.signal(SIGKILL) }
        // Ending the machine removes the cable.
        machine.signal(SIGKILL)
    }

    private static func address(_ network: String, _ host: Int) -> String {
        var parts = network.split(separator: ".").compactMap { Int($0) }
        parts[3] += host
        return parts.map(String.init).joined(separator: ".")
    }

    /// Starts the renderer. It appends the sound to the recording in real time.
    ///
    /// - Parameter mediaType: the prefix of the media types that it accepts. Empty accepts all that it knows.
    func startPlayer(taking mediaType: String = "") throws -> ChildProcess {
        let output = open(folder.path + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(output) }
        let player = try ChildProcess(
            [
                "/usr/bin/nsenter", "-t", "\(machine.processIdentifier)", "-n", Requirement.rendererPath, "-f",
                "Living room", "-u",
                "d1f0c2a4-0000-4000-8000-00000000cafe", "-I", "far", "--logfile=stdout", "--mime-filter=\(mediaType)",
                "--gstout-audiopipe=audioconvert ! audioresample ! audio/x-raw,format=S16LE,rate=\(Tone.rate),channels=1 ! filesink location=\(recording) append=true sync=true buffer-mode=unbuffered",
            ], environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"], output: output)
        players.withLock { $0.append(player) }
        return player
    }

    /// The addresses that the renderer was given, from its log.
    func log() throws -> String {
        let text = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.contains("Set uri to") }.joined(separator: "\n")
    }

    /// The samples from index `start` on.
    private func samples(from start: Int) throws -> [Int16] { try Tone.samples(of: recording, from: start) }

    /// Waits until a quarter of a second of only this tone is recorded from now on. For nil, waits for a second of
    /// silence.
    func wait(forTone frequency: Double?) async throws {
        let window = Tone.rate / 4
        var (seen, since) = (try samples(from: 0).count, ContinuousClock.now)
        try await waitUntil("\(frequency.map { "\($0) Hz" } ?? "silence") is heard", within: .seconds(60)) {
            let late = try samples(from: seen)
            guard let frequency else {
                if !late.isEmpty { (seen, since) = (seen + late.count, ContinuousClock.now) }
                return ContinuousClock.now - since > .seconds(1)
            }
            guard late.count >= window else { return false }
            seen += late.count - window
            return stride(from: 0, through: late.count - window, by: window).contains {
                Tone.share(of: frequency, in: late[$0..<$0 + window]) > 0.95
            }
        }
    }
}
