package import Catalog
package import Logging
package import Lyrics
package import Moderation
import Primitives
package import Submissions
import Subprocess
import SystemPackage

/// Moves each file in a confined process of its own.
package struct ConfinedMover: LibraryMover, BinMover, SidecarMover {
    private let launcher: String
    private let line: MoverConnection?
    private let logger: Logger

    /// - Parameters:
    /// - launcher: the program that calls `MoverProcess.run`, as an absolute path: the server's own.
    /// - line: the connection to `MoverStarter`, for a server that may not write into libraries, nor start a process
    ///   that may.
    package init(launcher: String, line: MoverConnection? = nil, logger: Logger) {
        self.launcher = launcher
        self.line = line
        self.logger = logger
    }

    package func move(_ move: PendingMove, from quarantine: [UInt8]) async throws -> MoveOutcome {
        try await reply(to: MoveJob(move, from: quarantine).bytes).map(MoveReply.outcome) ?? .unavailable
    }

    package func move(_ file: WithdrawnFile, _ direction: BinDirection) async throws -> LibraryFileOutcome {
        try await reply(to: BinJob(file, direction).bytes).map(MoveReply.fileOutcome) ?? .unavailable
    }

    package func write(
        _ file: SidecarFile, _ text: String, over placed: String
    ) async throws -> LibraryFileOutcome {
        try await reply(to: SidecarJob(file, text, over: placed).bytes).map(MoveReply.fileOutcome) ?? .unavailable
    }

    private func reply(to order: [UInt8]) async throws -> String? {
        let reply = if let line { await answer(of: line, to: order) } else { await answer(to: order) }
        try Task.checkCancellation()
        return reply
    }

    private func answer(of line: MoverConnection, to order: [UInt8]) async -> String? {
        let answer = await line.ask(order, longest: MoveReply.longest)
        guard answer.isEmpty else { return String(decoding: answer, as: UTF8.self) }
        logger.error("The mover did not do its work", metadata: ["mover.end": "no answer"])
        return nil
    }

    private func answer(to order: [UInt8]) async -> String? {
        let result =
            SpareDescriptors.areThere
            ? try? await Subprocess.run(
                .path(FilePath(launcher)), arguments: [MoverProcess.argument],
                environment: .custom(["LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"]), input: .array(order),
                output: .string(limit: MoveReply.longest), error: .discarded) : nil
        guard let result, result.terminationStatus.isSuccess else {
            logger.error(
                "The mover did not do its work",
                metadata: ["mover.end": "\(result.map { "\($0.terminationStatus)" } ?? "not started")"])
            return nil
        }
        return result.standardOutput
    }
}

/// The task of a mover: the first byte of its order.
enum MoverTask: UInt8 {
    /// Moves an approved file into a library.
    case move = 1
    /// Moves a file to the bin or back, or removes it for good.
    case bin = 2
    /// Writes a file of words beside the music.
    case sidecar = 3
}

extension WireReader {
    /// Reads a mover's job, after its length and its task.
    init(job bytes: UnsafeRawBufferPointer, of task: MoverTask) throws(WireError) {
        guard bytes.count > WireWriter.lengthSize else { throw WireError() }
        self.init(UnsafeRawBufferPointer(rebasing: bytes[WireWriter.lengthSize...]))
        guard try byte() == task.rawValue else { throw WireError() }
    }
}

/// The job of moving an approved file into a library, as a mover receives it.
struct MoveJob: Equatable {
    let quarantine: [UInt8]
    let root: [UInt8]
    /// The file's name in the quarantine.
    let name: [UInt8]
    /// The file's path in the library.
    let path: [UInt8]
    let size: Int64
    let digest: [UInt8]

    static let pathLimit = 4096
    /// Folders that contain no library, and where the server must not place a file that the system would run or read.
    private static let systemFolders = [
        "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr",
    ].map { Array($0.utf8) }

    init(_ move: PendingMove, from quarantine: [UInt8]) {
        self.quarantine = quarantine
        root = move.root
        name = Array(move.id.rawValue.utf8)
        path = move.path.bytes
        size = move.size
        digest = move.digest
    }

    var bytes: [UInt8] {
        var writer = WireWriter(kind: MoverTask.move.rawValue, reserving: 1024)
        for part in [quarantine, root, name, path, digest] { writer.put(part) }
        writer.put(size)
        return writer.frame()
    }

    /// - Parameter bytes: a whole frame, its length included.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = try WireReader(job: bytes, of: .move)
        quarantine = try reader.content(limit: Self.pathLimit)
        root = try reader.content(limit: Self.pathLimit)
        name = try reader.content(limit: 64)
        path = try reader.content(limit: Self.pathLimit)
        digest = try reader.content(limit: 32)
        size = try reader.int64()
        guard reader.isAtEnd, LibraryPath(bytes: path) != nil, !name.contains(UInt8(ascii: "/")), size > 0,
            !(quarantine + root + name).contains(0), Self.isForMusic(root: root, path: path)
        else { throw WireError() }
    }

    /// Whether music may be placed there. A mover checks this itself, as an attacker may have taken over the server.
    static func isForMusic(root: [UInt8], path: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        let folders = root.split(separator: slash, omittingEmptySubsequences: true).map(Array.init)
        guard let first = folders.first, root.first == slash, !systemFolders.contains(first) else { return false }
        return !path.split(separator: slash).contains { $0.first == UInt8(ascii: ".") }
    }
}

/// The answer of a mover, as a line of text.
enum MoveReply {
    static let longest = 1024

    static func text(_ outcome: MoveOutcome) -> String {
        switch outcome {
        case .moved: "moved"
        case .wasThere: "there"
        case .taken: "taken"
        case .failed(let reason): "failed \(reason)"
        case .unavailable: "unavailable"
        }
    }

    static func outcome(_ text: String) -> MoveOutcome {
        switch text {
        case "moved": .moved
        case "there": .wasThere
        case "taken": .taken
        default: text.hasPrefix("failed ") ? .failed(String(text.dropFirst(7))) : .unavailable
        }
    }
}
