import Foundation
import Glibc
import Support
import Testing

/// The jukebox with a real mpv. The test records its sound at the monitor of a sound server's null sink.
@Suite("Jukebox", .timeLimit(.minutes(10))) struct JukeboxTests {
    private static let tab = "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d21"

    @Test("continues a device's queue at its position and on to the next song; is controlled, dies, returns, goes idle")
    func heard() async throws {
        let room = try await SoundRoom()
        let gateway = try await Self.gateway(in: room)
        let (low, high) = try await Self.tones(gateway)
        let ann = try await gateway.person("ann", role: "contributor")
        let kid = try await gateway.person("kid", role: "listener")
        #expect(try await Self.jukebox(gateway, as: ann) == nil, "it is off until an admin switches it on")
        let on = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"jukebox":true}"#)
        #expect(on.status == 200, "\(on.text)")
        let jukebox = try #require(try await Self.jukebox(gateway, as: ann)?["id"] as? String)
        #expect(try await Self.jukebox(gateway, as: kid) == nil, "a listener's role does not allow it")

        // Ann's browser tab plays the low tone and hands it over to the jukebox.
        let tab = try await gateway.server.connect()
        try await tab.send(
            "GET /api/v1/events?device=\(Self.tab) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ann)\r\n\r\n")
        let state =
            #"{"id":"\#(Self.tab)","name":"Tab","kind":"computer","trackId":"\#(low)","positionMs":3000,"playing":true,"#
            + #""volume":80,"muted":false,"shuffled":false,"repeat":"off","entry":7,"entries":["#
            + #"{"key":7,"trackId":"\#(low)"},{"key":8,"trackId":"\#(high)"}]}"#
        #expect(try await gateway.request("POST", "/api/v1/devices", json: state, as: ann).status == 200)
        let handed = try await Self.send(#""action":"takeOver","from":"\#(Self.tab)""#, to: jukebox, gateway, as: ann)
        #expect(handed.status == 202, "\(handed.text)")
        try await room.wait(forTone: 440)
        let playing = try #require(try await Self.jukebox(gateway, as: ann))
        #expect(playing["active"] as? Bool == true && playing["shared"] as? Bool == true)
        #expect(playing["positionMs"] as? Int ?? 0 >= 3000, "it goes on at the second where the tab was")
        let told = await tab.read(through: #""action":"yield""#)
        #expect(String(decoding: told, as: UTF8.self).contains(#""action":"yield""#), "the tab is told to stop")
        await tab.close()
        // The low tone lasts 12 s. The high one follows by itself.
        try await room.wait(forTone: 880)
        try await waitUntil("the high tone is shown") {
            let track = try await Self.jukebox(gateway, as: ann)?["track"] as? [String: Any]
            return track?["id"] as? String == high
        }
        #expect(try room.longestGap(before: 880) < 0.05, "there is no gap between two songs")

        // Another song is queued, and then none: the current one plays on.
        let copies = gateway.server.folder.path + "/data/jukebox"
        _ = try await Self.send(#""action":"add","trackIds":["\#(low)"]"#, to: jukebox, gateway, as: ann)
        try await waitUntil("the next song is ready") {
            try FileManager.default.contentsOfDirectory(atPath: copies).count == 2
        }
        _ = try await Self.send(#""action":"clear""#, to: jukebox, gateway, as: ann)
        try await room.wait(forTone: 880)

        _ = try await Self.send(#""action":"pause""#, to: jukebox, gateway, as: ann)
        try await room.wait(forTone: nil)
        _ = try await Self.send(#""action":"play""#, to: jukebox, gateway, as: ann)
        try await room.wait(forTone: 880)

        let process = try #require(Self.mpv(of: gateway.server.processIdentifier))
        kill(process, SIGKILL)
        try await waitUntil("another mpv plays") {
            Self.mpv(of: gateway.server.processIdentifier).map { $0 != process } ?? false
        }
        try await room.wait(forTone: 880)

        let off = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"jukebox":false}"#)
        #expect(off.status == 200)
        try await room.wait(forTone: nil)
        try await waitUntil("mpv has ended") { Self.mpv(of: gateway.server.processIdentifier) == nil }
        let refused = try await Self.send(#""action":"play""#, to: jukebox, gateway, as: ann)
        #expect(refused.status == 404)
        let history = try await gateway.request("GET", "/api/v1/history", as: ann)
        #expect((history.json?["items"] as? [Any])?.isEmpty == true, "it counts in nobody's history: \(history.text)")
        try await waitUntil("the copies of the songs are gone") {
            try FileManager.default.contentsOfDirectory(atPath: copies).isEmpty
        }
    }

    @Test("members add and see only songs of their own libraries; without a sound system it says so")
    func rights() async throws {
        let gateway = try await Gateway(arguments: ["--jukebox-output", "nosuchsystem"])
        _ = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"jukebox":true}"#)
        let ann = try await gateway.person("ann", role: "contributor")
        let people = try await gateway.request("GET", "/api/v1/users")
        let items = try #require(people.json?["items"] as? [[String: Any]])
        let id = try #require(items.first { $0["username"] as? String == "ann" }?["id"] as? String)
        let jukebox = try #require(try await Self.jukebox(gateway, as: gateway.token)?["id"] as? String)
        let add = #""action":"add","trackIds":["\#(gateway.track)"]"#
        #expect(try await Self.send(add, to: jukebox, gateway, as: gateway.token).status == 202)
        let narrowed = try await gateway.request(
            "PATCH", "/api/v1/users/\(id)", json: #"{"libraries":[]}"#)
        #expect(narrowed.status == 200, "\(narrowed.text)")
        let seen = try #require(try await Self.jukebox(gateway, as: ann))
        #expect(seen["track"] == nil, "the song is in no library of hers")
        let queue = try await gateway.request("GET", "/api/v1/devices/\(jukebox)/queue", as: ann)
        #expect((queue.json?["items"] as? [Any])?.isEmpty == true, "\(queue.text)")
        #expect(try await Self.send(add, to: jukebox, gateway, as: ann).status == 400)
        let reads = try await gateway.token(of: "ann", labeled: "reads", for: "read")
        #expect(try await Self.send(#""action":"pause""#, to: jukebox, gateway, as: reads).status == 403)

        #expect(try await Self.send(#""action":"play""#, to: jukebox, gateway, as: gateway.token).status == 202)
        try await waitUntil("the problem is reported") {
            let report = try await gateway.request("GET", "/api/v1/jukebox")
            return report.json?["problem"] as? String == "soundSystem" && report.json?["playing"] as? Bool == false
        }
        #expect(try await gateway.request("GET", "/api/v1/jukebox", as: ann).status == 403)
    }

    /// Runs another program in place of mpv. It tries each access and prints which ones were possible.
    @Test("the player process reads its songs; other files, writes, the network and programs are denied")
    func confined() async throws {
        let folder = try TemporaryFolder()
        let songs = folder.path + "/songs"
        try FileManager.default.createDirectory(atPath: songs, withIntermediateDirectories: true)
        for path in [songs + "/1", folder.path + "/secret"] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
        let script = """
            import os, socket
            def attempt(name, act):
                try: act()
                except OSError: return
                print(name)
            attempt("read a song", lambda: open("\(songs)/1").read())
            attempt("read a secret", lambda: open("\(folder.path)/secret").read())
            attempt("list the root", lambda: os.listdir("/"))
            attempt("write a song", lambda: open("\(songs)/1", "r+").write("x"))
            attempt("make a file", lambda: open("\(songs)/2", "w"))
            attempt("local socket", lambda: socket.socket(socket.AF_UNIX))
            attempt("network", lambda: socket.socket(socket.AF_INET))
            attempt("network 6", lambda: socket.socket(socket.AF_INET6))
            attempt("fork", os.fork)
            attempt("execute", lambda: os.execv("/bin/true", ["true"]))
            attempt("signal", lambda: os.kill(os.getppid(), 0))
            """
        let run = try await Program.run(Program.path, ["player", songs, "/usr/bin/python3", "-c", script])
        #expect(run.output == "read a song\nlocal socket\n", "\(run.status) \(run.error)")
    }

    // MARK: The server

    private static func gateway(in room: SoundRoom) async throws -> Gateway {
        let folder = try TemporaryFolder()
        let album = folder.path + "/music/Tones/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        try Data(Tone.file(440, seconds: 12)).write(to: URL(fileURLWithPath: album + "/01 Low tone.wav"))
        try Data(Tone.file(880, seconds: 60)).write(to: URL(fileURLWithPath: album + "/02 High tone.wav"))
        return try await Gateway(
            arguments: ["--jukebox-output", "pulse"], frames: 44_100, in: folder,
            variables: ["PULSE_SERVER": room.server])
    }

    private static func tones(_ gateway: Gateway) async throws -> (low: String, high: String) {
        let reply = try await gateway.request("GET", "/api/v1/tracks")
        let items = try #require(reply.json?["items"] as? [[String: Any]])
        let ids = ["Low", "High"].map { name in
            items.first { ($0["title"] as? String)?.contains("\(name) tone") == true }?["id"] as? String
        }
        return (try #require(ids[0], "\(reply.text)"), try #require(ids[1], "\(reply.text)"))
    }

    private static func jukebox(_ gateway: Gateway, as token: String) async throws -> [String: Any]? {
        let reply = try await gateway.request("GET", "/api/v1/devices", as: token)
        let items = try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
        return items.first { $0["kind"] as? String == "speaker" }
    }

    private static func send(
        _ action: String, to device: String, _ gateway: Gateway, as token: String
    ) async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/devices/\(device)/commands",
            json: #"{"id":"\#(UUID().uuidString.lowercased())",\#(action)}"#, as: token)
    }

    /// The id of the mpv process that the server started.
    private static func mpv(of server: Int32) -> Int32? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.first { process in
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            return stat.contains("(mpv) ") && stat.split(separator: " ").dropFirst(3).first == "\(server)"
        }
    }
}

/// A sound server with one silent output, and a recording of what is played there.
private final class SoundRoom: Sendable {
    static let rate = Tone.rate
    let server: String
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let recorder: ChildProcess
    private let recording: String

    init() async throws {
        folder = try TemporaryFolder()
        // PulseAudio makes the folder `pulse` itself, so the socket goes beside it.
        let socket = folder.path + "/room.socket"
        server = "unix:" + socket
        recording = folder.path + "/heard.raw"
        let environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"]
        process = try ChildProcess(
            [
                "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "--disable-shm=yes", "-L", "module-null-sink sink_name=room rate=\(Self.rate) channels=2", "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            ], environment: environment)
        try await waitUntil("the sound server is there") { FileManager.default.fileExists(atPath: socket) }
        let file = open(recording, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        recorder = try ChildProcess(
            [
                "/usr/bin/parec", "--device=room.monitor", "--format=s16le", "--rate=\(Self.rate)", "--channels=1",
                "--raw", "--latency-msec=20",
            ], environment: environment.merging(["PULSE_SERVER": server]) { $1 }, output: file)
    }

    deinit {
        recorder.signal(SIGKILL)
        process.signal(SIGKILL)
    }

    /// The samples from index `start` on.
    private func samples(from start: Int = 0) throws -> [Int16] { try Tone.samples(of: recording, from: start) }

    /// Waits until a quarter of a second of only this tone is recorded from now on, or of silence for nil.
    func wait(forTone frequency: Double?) async throws {
        let window = Self.rate / 4
        var seen = try samples().count
        try await waitUntil("\(frequency.map { "\($0) Hz" } ?? "silence") is heard", within: .seconds(60)) {
            let late = try samples(from: seen)
            guard late.count >= window else { return false }
            guard let frequency else { return late.suffix(window).allSatisfy { abs(Int($0)) < 16 } }
            seen += late.count - window
            return stride(from: 0, through: late.count - window, by: window).contains {
                Tone.share(of: frequency, in: late[$0..<$0 + window]) > 0.95
            }
        }
    }

    /// The length in seconds of the longest silence in the second before a tone begins.
    func longestGap(before frequency: Double) throws -> Double {
        let (samples, window) = (try samples(), Self.rate / 20)
        let begin = stride(from: 0, to: samples.count - window, by: window).first {
            Tone.share(of: frequency, in: samples[$0..<$0 + window]) > 0.95
        }
        guard let begin else { return .infinity }
        var (longest, current) = (0, 0)
        for sample in samples[max(0, begin - Self.rate)..<begin] {
            current = abs(Int(sample)) < 16 ? current + 1 : 0
            longest = max(longest, current)
        }
        return Double(longest) / Double(Self.rate)
    }
}
