import SystemPackage

/// Reads 32-bit floats in a WAV stream from a pipe, as ffmpeg writes them: the sizes in its header mean nothing, and the
/// sound ends with the stream.
struct WAVStream: SoundSource, ~Copyable {
    private static let floats: UInt16 = 3
    private static let extensible: UInt16 = 0xFFFE
    /// The most bytes of other chunks before the samples.
    private static let longestChunk = 4096

    private let descriptor: FileDescriptor
    private(set) var sampleRate = 0
    private(set) var channels = 0

    init(_ descriptor: FileDescriptor) throws(SoundProblem) {
        self.descriptor = descriptor
        let head = try Self.bytes(12, from: descriptor)
        guard head[0..<4].elementsEqual("RIFF".utf8), head[8..<12].elementsEqual("WAVE".utf8) else { throw .broken }
        while true {
            let chunk = try Self.bytes(8, from: descriptor)
            let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(chunk[$1]) }
            if chunk[0..<4].elementsEqual("data".utf8) { break }
            guard size <= Self.longestChunk else { throw .broken }
            let body = try Self.bytes(size + size % 2, from: descriptor)
            if chunk[0..<4].elementsEqual("fmt ".utf8) {
                guard size >= 16 else { throw .broken }
                let kind = UInt16(body[0]) | UInt16(body[1]) << 8
                guard kind == Self.floats || kind == Self.extensible, body[14] == 32 else { throw .broken }
                channels = Int(body[2]) | Int(body[3]) << 8
                sampleRate = (4..<8).reversed().reduce(0) { $0 << 8 | Int(body[$1]) }
            }
        }
        guard channels > 0, sampleRate > 0 else { throw .broken }
    }

    mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundProblem) -> Int {
        try Self.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor) / MemoryLayout<Float>.stride
    }

    private static func bytes(_ count: Int, from descriptor: FileDescriptor) throws(SoundProblem) -> [UInt8] {
        let bytes = descriptor.bytes(atMost: count)
        guard bytes.count == count else { throw .broken }
        return bytes
    }

    /// Reads until the buffer is full or the stream ends. Returns the number of bytes.
    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor
    ) throws(SoundProblem) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            guard let got = try? descriptor.read(into: rest) else { throw .broken }
            if got == 0 { break }
            filled += got
        }
        return filled
    }
}
