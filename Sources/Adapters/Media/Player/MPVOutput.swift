package import Catalog
import Foundation
import Glibc
package import Listening
package import Logging
import NIOPosix
package import Primitives
import Subprocess
import SystemPackage

/// The machine's own sound, through mpv: one confined process (`PlayerProcess`), started when something is to be played.
/// It reads copies of the songs in a folder of their own, and nothing else of the machine's.
package actor MPVOutput: SpeakerOutput {
    /// The way in which the sound leaves the machine.
    package struct Sound: Sendable {
        /// The sound system, by mpv's name: alsa, pulse, pipewire, or null, which is silent.
        package let system: String
        /// A device of it, by mpv's name; nil for the usual one.
        package let device: String?

        package init(system: String, device: String?) {
            self.system = system
            self.device = device
        }
    }

    /// The largest position that is believed, in seconds.
    private static let latest = 1e9

    package nonisolated let events: AsyncStream<SpeakerEvent>
    private nonisolated let happened: AsyncStream<SpeakerEvent>.Continuation
    private let starts = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    private let launcher: String
    private let sound: Sound
    private let folder: String
    private let environment: [String: String]
    private let open: @Sendable (ID<Track>) async throws -> any ReadableFile
    private let logger: Logger

    private var connection: MPVConnection?
    private var waiting: [CheckedContinuation<MPVConnection, any Error>] = []
    /// The tokens of the songs, by mpv's number of the entry in its list.
    private var tokens: [Int: UInt64] = [:]
    private var current: UInt64?
    private var prepared: (token: UInt64, entry: Int)?

    /// - Parameters:
    ///   - launcher: the program that calls `PlayerProcess.run`, as an absolute path: the server's own.
    ///   - folder: the folder for the copies of the songs that play.
    ///   - environment: the variables by which sound servers are found.
    ///   - open: opens the file of a track.
    package init(
        launcher: String, sound: Sound, folder: String, environment: [String: String],
        logger: Logger, open: @escaping @Sendable (ID<Track>) async throws -> any ReadableFile
    ) {
        (self.launcher, self.sound, self.folder) = (launcher, sound, folder)
        (self.environment, self.logger, self.open) = (environment, logger, open)
        (events, happened) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// The path of mpv on the search path, with links resolved.
    package static func find() async -> String? { await ProgramPath.find("mpv") }

    // MARK: Songs

    package func load(
        _ song: SpeakerSong, from position: Duration, isPaused: Bool, volume: Int
    ) async throws {
        let connection = try await connected()
        let path = try await copy(song)
        removeCopies(except: [song.token])
        (current, prepared) = (song.token, nil)
        try await ask(connection, ["set_property", "volume", .number(Double(volume))])
        try await ask(connection, ["set_property", "pause", .flag(isPaused)])
        let start = "start=\(Double(position.wholeMilliseconds) / 1000)"
        try await load(path, song.token, "replace", start, connection)
    }

    package func prepare(_ song: SpeakerSong?) async throws {
        guard let connection else { throw SpeakerFailure.unsteady }
        if let former = prepared {
            prepared = nil
            // All but the current song, also those that have been played.
            _ = try await connection.command(["playlist-clear"])
            tokens[former.entry] = nil
        }
        guard let song else { return }
        let path = try await copy(song)
        let entry = try await load(path, song.token, "append", "start=0", connection)
        prepared = (song.token, entry)
        removeCopies(except: [current, song.token])
    }

    @discardableResult
    private func load(
        _ path: String, _ token: UInt64, _ manner: String, _ options: String, _ connection: MPVConnection
    ) async throws -> Int {
        // By names: the order of the arguments changed with mpv 0.38.
        let reply = try await connection.command(
            named: ["name": "loadfile", "url": .text(path), "flags": .text(manner), "options": .text(options)])
        guard case .done(_, let entry?) = reply else { throw SpeakerFailure.song }
        tokens[entry] = token
        return entry
    }

    package func setPaused(_ isPaused: Bool) async throws {
        try await ask(alive, ["set_property", "pause", .flag(isPaused)])
    }

    package func seek(to position: Duration) async throws {
        // Refused as long as the song is being opened: then it starts where it was to start.
        _ = try await alive.command([
            "seek", .number(Double(position.wholeMilliseconds) / 1000), "absolute+exact",
        ])
    }

    package func setVolume(_ volume: Int) async throws {
        try await ask(alive, ["set_property", "volume", .number(Double(volume))])
    }

    package func position() async throws -> (token: UInt64, position: Duration)? {
        guard let connection, let token = current,
            case .done(let seconds?, _) = try await connection.command(["get_property", "time-pos"]),
            token == current
        else { return nil }
        return (token, .milliseconds(Int64(min(max(seconds, 0), Self.latest) * 1000)))
    }

    package func stop() async {
        guard let connection else { return }
        // Who plays next gets another process, when this one has ended.
        self.connection = nil
        _ = try? await connection.command(["quit"])
    }

    private var alive: MPVConnection {
        get throws {
            guard let connection else { throw SpeakerFailure.unsteady }
            return connection
        }
    }

    private func ask(_ connection: MPVConnection, _ words: [MPVWord]) async throws {
        guard case .done = try await connection.command(words) else { throw SpeakerFailure.unsteady }
    }

    private func hear(_ message: MPVMessage) async {
        guard case .event(let name, let entry, let reason, let error) = message else { return }
        switch name {
        case "start-file":
            guard let entry, let token = tokens[entry] else { return }
            if prepared?.entry == entry {
                prepared = nil
                // Until the first sample is heard: then the position is told anew.
                happened.yield(.sounds(token, at: .zero))
            }
            current = token
        case "playback-restart":
            guard let heard = try? await position() else { return }
            happened.yield(.sounds(heard.token, at: heard.position))
        case "end-file":
            guard let entry, let token = tokens.removeValue(forKey: entry) else { return }
            if reason == "error" {
                let isSound = error == "audio output initialization failed"
                happened.yield(.failed(token, isSound ? .soundSystem : .song))
            } else if reason == "eof", prepared == nil {
                happened.yield(.ended(token))
            }
        default: break
        }
    }

    // MARK: Copies

    /// Copies a song's file to where mpv may read it, whatever its name and wherever its library is.
    private func copy(_ song: SpeakerSong) async throws -> String {
        guard let file = try? await open(song.track) else { throw SpeakerFailure.song }
        let path = "\(folder)/\(song.token)"
        do {
            try await NIOThreadPool.singleton.runIfActive { try SongCopy.write(file, to: path) }
        } catch {
            throw SpeakerFailure.song
        }
        return path
    }

    private func removeCopies(except tokens: [UInt64?]) {
        let kept = Set(tokens.compactMap { $0.map(String.init) })
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !kept.contains(name) {
            unlink("\(folder)/\(name)")
        }
    }

    // MARK: The process

    private func connected() async throws -> MPVConnection {
        if let connection { return connection }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(continuation)
            starts.continuation.yield()
        }
    }

    /// Starts a process whenever one is needed, until the task is cancelled. There is one call in the output's life.
    package func run() async {
        try? PrivateFolder.make(folder)
        removeCopies(except: [])
        for await _ in starts.stream {
            do { try await live() } catch {
                logger.error("mpv cannot be started", metadata: ["error.message": "\(error)"])
                for continuation in waiting { continuation.resume(throwing: SpeakerFailure.unavailable) }
                waiting = []
            }
            ended()
        }
        for continuation in waiting { continuation.resume(throwing: CancellationError()) }
        waiting = []
        removeCopies(except: [])
    }

    private func ended() {
        let last = current
        (connection, current, prepared, tokens) = (nil, nil, nil, [:])
        if let last { happened.yield(.died(last)) }
        removeCopies(except: [])
    }

    private func began(_ connection: MPVConnection) {
        self.connection = connection
        for continuation in waiting { continuation.resume(returning: connection) }
        waiting = []
    }

    /// One process from its start to its end.
    private func live() async throws {
        guard let program = await Self.find() else { throw SpeakerFailure.unavailable }
        var ends: [CInt] = [-1, -1]
        guard SpareDescriptors.areThere,
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { throw SpeakerFailure.unavailable }
        let near = OneDescriptor(ends[0])
        defer { near.close() }
        let variables = environment.map { (Environment.Key(stringLiteral: $0), $1) }
        let configuration = Configuration(
            executable: .path(FilePath(launcher)),
            arguments: Arguments([PlayerProcess.argument, folder, program] + words),
            environment: .custom(Dictionary(variables, uniquingKeysWith: { first, _ in first })))
        let status = try await Subprocess.run(
            configuration,
            input: .fileDescriptor(FileDescriptor(rawValue: ends[1]), closeAfterSpawningProcess: true),
            output: .discarded, error: .discarded
        ) { execution in
            // A connection has to be listened to, so there is none without a process.
            let connection = try await MPVConnection(descriptor: near.take())
            let (messages, told) = AsyncStream.makeStream(
                of: MPVMessage.self, bufferingPolicy: .bufferingNewest(256))
            await withTaskGroup(of: Void.self) { group in
                // What is heard may ask mpv, whose answers come the same way.
                group.addTask { for await message in messages { await self.hear(message) } }
                group.addTask {
                    await connection.listen { told.yield($0) }
                    told.finish()
                }
                began(connection)
                await group.waitForAll()
            }
            // Its side of the connection is closed: it ends, or is ended.
            try? execution.send(signal: .kill)
        }.terminationStatus
        logger.debug("mpv has ended", metadata: ["process.end": "\(status)"])
    }

    private var words: [String] {
        [
            "--no-config", "--no-video", "--audio-display=no", "--no-terminal", "--idle=yes", "--osc=no", "--ytdl=no",
            "--load-scripts=no", "--input-default-bindings=no", "--input-media-keys=no", "--autoload-files=no",
            "--access-references=no", "--ordered-chapters=no", "--load-unsafe-playlists=no", "--resume-playback=no",
            "--osd-level=0", "--demuxer=lavf", "--cache=no", "--hr-seek=yes", "--gapless-audio=weak",
            "--prefetch-playlist=yes", "--replaygain=track", "--volume-max=100", "--audio-fallback-to-null=no",
            "--audio-client-name=Rondo", "--input-ipc-client=fd://0", "--ao=\(sound.system)",
        ] + (sound.device.map { ["--audio-device=\($0)"] } ?? [])
    }
}
