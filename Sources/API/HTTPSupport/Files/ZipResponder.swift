import CLinux
package import HTTPTypes
package import Hummingbird
package import NIOCore
package import Primitives
import Synchronization

/// Responds to GET and HEAD with a zip that is made while it is sent: only one buffer of a file is in memory, whatever
/// the archive's size. Its length is announced. If the announced content cannot be sent, the connection is aborted, so
/// that neither a client nor an unpacker takes a part for the whole.
package struct ZipResponder: Sendable {
    package enum Content: Sendable {
        case bytes([UInt8])
        /// A file that is opened when its turn comes.
        case file(@Sendable () async throws -> any ReadableFile)
    }

    package struct Entry: Sendable {
        package let file: ZipLayout.File
        package let content: Content

        package init(_ file: ZipLayout.File, _ content: Content) {
            self.file = file
            self.content = content
        }
    }

    /// The entries of the directory that are sent in one write.
    private static let linesAtOnce = 256

    private let entries: [Entry]
    private let fields: HTTPFields
    private let mayContinue: @Sendable () -> Bool
    private let sent: @Sendable (Int) -> Void

    /// - Parameters:
    /// - mayContinue: called before every chunk; false ends the response.
    /// - sent: called with each number of bytes that were passed to the socket.
    package init(
        entries: [Entry], fields: HTTPFields, mayContinue: @escaping @Sendable () -> Bool,
        sent: @escaping @Sendable (Int) -> Void
    ) {
        self.entries = entries
        self.fields = fields
        self.mayContinue = mayContinue
        self.sent = sent
    }

    package func respond(to request: Request, on channel: any Channel) -> Response {
        var fields = fields
        fields[.contentType] = "application/zip"
        fields[.acceptRanges] = "none"
        let length = Int(ZipLayout.length(of: entries.map(\.file)))
        guard request.method != .head else {
            fields[.contentLength] = "\(length)"
            return Response(status: .ok, headers: fields)
        }
        let body = ResponseBody(contentLength: length) { writer in
            try await send(to: &writer, channel)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: fields, body: body)
    }

    private func send(to writer: inout any ResponseBodyWriter, _ channel: any Channel) async throws {
        var checksums: [UInt32] = []
        checksums.reserveCapacity(entries.count)
        var offset: Int64 = 0
        for entry in entries {
            try await write(ZipLayout.header(of: entry.file), to: &writer)
            let checksum = try await send(entry, to: &writer, channel)
            try await write(ZipLayout.descriptor(of: entry.file, checksum: checksum), to: &writer)
            checksums.append(checksum)
            offset += ZipLayout.length(of: entry.file)
        }
        try await sendDirectory(checksums, at: offset, to: &writer)
    }

    private func send(
        _ entry: Entry, to writer: inout any ResponseBodyWriter, _ channel: any Channel
    ) async throws -> UInt32 {
        let checksum = RunningChecksum()
        switch entry.content {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { checksum.add($0) }
            try await write(bytes, to: &writer)
        case .file(let open):
            let file = try await open()
            guard file.size == entry.file.size else { throw FileStreamError.ended }
            try await FilePump.send(
                file, 0..<file.size, to: channel, mayContinue: mayContinue, reading: { checksum.add($0) }, sent: sent)
        }
        return checksum.value
    }

    private func sendDirectory(
        _ checksums: [UInt32], at start: Int64, to writer: inout any ResponseBodyWriter
    ) async throws {
        var (lines, offset, end): ([UInt8], Int64, Int64) = ([], 0, start)
        for (index, entry) in entries.enumerated() {
            lines += ZipLayout.entry(of: entry.file, checksum: checksums[index], at: offset)
            offset += ZipLayout.length(of: entry.file)
            guard (index + 1) % Self.linesAtOnce == 0 else { continue }
            end += Int64(lines.count)
            try await write(lines, to: &writer)
            lines.removeAll(keepingCapacity: true)
        }
        end += Int64(lines.count)
        try await write(lines + ZipLayout.end(of: entries.count, directory: start..<end), to: &writer)
    }

    private func write(_ bytes: [UInt8], to writer: inout any ResponseBodyWriter) async throws {
        guard mayContinue() else { throw FileStreamError.ended }
        try await writer.write(ByteBuffer(bytes: bytes))
        sent(bytes.count)
    }
}

/// The checksum of the bytes read so far, on any thread.
private final class RunningChecksum: Sendable {
    private let sum = Atomic<UInt32>(0)

    var value: UInt32 { sum.load(ordering: .acquiring) }

    func add(_ bytes: UnsafeRawBufferPointer) {
        sum.store(rondo_crc32(value, bytes.baseAddress, bytes.count), ordering: .releasing)
    }
}
