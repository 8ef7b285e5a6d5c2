import CMpg123
import Glibc

/// A file whose sound is read in blocks, from its beginning to its end.
protocol SoundSource: ~Copyable {
    /// Hertz.
    var sampleRate: Int { get }
    var channels: Int { get }

    /// Fills the buffer with interleaved samples, as far as there are any. Returns their number; 0 at the end.
    mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundProblem) -> Int
}

/// The reason why a file's sound cannot be read.
enum SoundProblem: UInt8, Error {
    /// The content cannot be decoded.
    case broken = 1
    /// The rate or the number of channels is outside of what is analyzed.
    case unsupported = 2
    /// The recording is longer than the limit.
    case tooLong = 3
}

/// Decodes MPEG audio (layers 1 to 3) by libmpg123, at the file's own rate. Encoder delay and padding are cut off where
/// the file names them (the Xing or LAME header).
struct MPEGDecoder: SoundSource, ~Copyable {
    private final class Handle {
        let pointer: OpaquePointer

        init?() {
            mpg123_init()
            guard let pointer = mpg123_new(nil, nil) else { return nil }
            self.pointer = pointer
        }

        deinit {
            mpg123_delete(pointer)
        }
    }

    private let owner: Handle
    let sampleRate: Int
    let channels: Int
    private var isAtEnd = false

    private var handle: OpaquePointer { owner.pointer }

    /// - Parameter descriptor: the open file, at its beginning. It is not closed.
    init(_ descriptor: CInt) throws(SoundProblem) {
        guard let owner = Handle() else { throw .broken }
        let handle = owner.pointer
        let flags = Int(MPG123_FORCE_FLOAT.rawValue | MPG123_QUIET.rawValue | MPG123_SKIP_ID3V2.rawValue)
        mpg123_param2(handle, CInt(MPG123_ADD_FLAGS.rawValue), flags, 0)
        // Damaged stretches in the middle are passed over, however long they are.
        mpg123_param2(handle, CInt(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
        var (rate, count, encoding) = (0, CInt(0), CInt(0))
        guard mpg123_open_fd(handle, descriptor) == MPG123_OK.rawValue,
            mpg123_getformat(handle, &rate, &count, &encoding) == MPG123_OK.rawValue,
            encoding == CInt(MPG123_ENC_FLOAT_32.rawValue)
        else { throw .broken }
        self.owner = owner
        sampleRate = rate
        channels = Int(count)
        // Only this format from here on: what follows in another one is converted.
        mpg123_format_none(handle)
        mpg123_format(handle, rate, count, CInt(MPG123_ENC_FLOAT_32.rawValue))
    }

    mutating func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundProblem) -> Int {
        guard !isAtEnd, let start = buffer.baseAddress else { return 0 }
        let wanted = buffer.count * MemoryLayout<Float>.stride
        var filled = 0
        while filled < wanted {
            var got = 0
            let code = mpg123_read(handle, UnsafeMutableRawPointer(start) + filled, wanted - filled, &got)
            filled += got
            if code == MPG123_DONE.rawValue {
                isAtEnd = true
                break
            }
            guard code == MPG123_OK.rawValue || code == MPG123_NEW_FORMAT.rawValue else { throw .broken }
            if got == 0, code == MPG123_OK.rawValue { break }
        }
        return filled / MemoryLayout<Float>.stride
    }
}

/// The samples that an MP3 encoder has added at both ends, as the LAME header in the first frame names them.
///
/// Source: http://gabriel.mp3-tech.org/mp3infotag.html, and the Xing header before it.
struct EncoderHeader {
    /// The longest part of a file that is searched: a frame of 320 kbit/s after the padding of an ID3v2 tag.
    static let searched = 4096

    /// Frames before the sound, without the decoder's own delay of 529.
    let delay: Int
    /// Frames after it.
    let padding: Int

    /// Nil where there is no such header.
    ///
    /// - Parameter bytes: the file from its first frame on.
    init?(_ bytes: [UInt8]) {
        guard let header = bytes.indices.first(where: { Self.isMark(bytes, at: $0) }), header + 8 <= bytes.count else {
            return nil
        }
        let flags = bytes[header + 7]
        // Frames, bytes, a table of 100 and a quality, each if its flag is set.
        let skipped = [(1, 4), (2, 4), (4, 100), (8, 4)].reduce(8) { flags & $1.0 != 0 ? $0 + $1.1 : $0 }
        let values = header + skipped + 21
        guard values + 3 <= bytes.count, bytes[header + skipped] != 0 else { return nil }
        let (first, second, third) = (Int(bytes[values]), Int(bytes[values + 1]), Int(bytes[values + 2]))
        let (delay, padding) = (first << 4 | second >> 4, (second & 0xF) << 8 | third)
        guard delay > 0 || padding > 0 else { return nil }
        self.delay = delay
        self.padding = padding
    }

    private static func isMark(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 4 <= bytes.count else { return false }
        let mark = bytes[index..<index + 4]
        return mark.elementsEqual("Xing".utf8) || mark.elementsEqual("Info".utf8)
    }

    /// Reads the header of an open file, and returns to its beginning.
    init?(descriptor: CInt) {
        defer { lseek(descriptor, 0, SEEK_SET) }
        var start = [UInt8](repeating: 0, count: 10)
        guard pread(descriptor, &start, 10, 0) == 10 else { return nil }
        var offset = 0
        if start.starts(with: Array("ID3".utf8)) {
            offset = 10 + start[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        }
        var bytes = [UInt8](repeating: 0, count: Self.searched)
        let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
        guard count > 0 else { return nil }
        self.init(Array(bytes.prefix(count)))
    }
}
