package import Catalog
package import Logging
package import Primitives
import Streaming
import Synchronization

/// Decodes picture formats that no linked library reads, by ffmpeg in a confined process that has the file as its
/// standard input and can open nothing else. Demuxer and decoders are fixed for each format; dimensions, memory, time
/// and output are bounded.
package struct FFmpegImageConverter: ImageConverter {
    /// The longer side of the stored result: larger than any rendition.
    private static let edge = 2048
    private static let processorSeconds: Int64 = 20

    private let launcher: String
    private let program: @Sendable () async -> String?
    private let logger: Logger

    /// - Parameters:
    ///   - launcher: see `FFmpegEncoder.init`.
    /// - program: the present path of ffmpeg; nil when there is none.
    package init(
        launcher: String, program: @escaping @Sendable () async -> String? = { await FFmpegEncoder.find() },
        logger: Logger
    ) {
        self.launcher = launcher
        self.program = program
        self.logger = logger
    }

    package func png(of file: any ReadableFile, _ kind: ForeignImageKind) async throws(ImageFailure) -> [UInt8] {
        let ffmpeg = ConfinedFFmpeg(
            launcher: launcher, program: await program(), timeout: .seconds(30), logger: logger)
        let bytes = Mutex<[UInt8]>([])
        do {
            try await ffmpeg.run(Self.arguments(kind), on: file, processorSeconds: Self.processorSeconds) { piece in
                let count = bytes.withLock { bytes in
                    bytes += piece
                    return bytes.count
                }
                guard count <= PictureLimit.bytes else { throw Self.tooLarge }
            }
        } catch let failure as ImageFailure {
            throw failure
        } catch let failure as TranscodeFailure {
            switch failure {
            case .unavailable: throw .unavailable
            case .tooLong: throw .broken(FileProblem(.timeout, "Decoding the picture took too long."))
            default: throw .broken(FileProblem(.corrupt, "The picture cannot be decoded."))
            }
        } catch {
            throw .unavailable
        }
        let made = bytes.withLock { $0 }
        guard ImageKind(sniffing: made) == .png else {
            throw .broken(FileProblem(.corrupt, "The picture cannot be decoded."))
        }
        return made
    }

    private static let tooLarge = ImageFailure.broken(
        FileProblem(.tooLarge, "The picture takes more memory than one may."))

    /// The arguments. As in `EncoderArguments`, nothing in them comes from a file.
    static func arguments(_ kind: ForeignImageKind) -> [String] {
        let (demuxer, names, decoders) =
            switch kind {
            case .bmp: ("bmp_pipe", "bmp_pipe", "bmp")
            case .tiff: ("tiff_pipe", "tiff_pipe", "tiff")
            case .avif:
                (
                    "mov", "avif,mov,mp4,m4a,3gp,3g2,mj2,mov\\,mp4\\,m4a\\,3gp\\,3g2\\,mj2", "libdav1d,libaom-av1"
                )
            }
        return [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-xerror", "-threads", "1",
            "-protocol_whitelist",
            "file", "-format_whitelist", names, "-codec_whitelist", decoders, "-max_pixels",
            "\(ImageSize.maximumPixels)", "-f", demuxer, "-i", "file:/proc/self/fd/0", "-map", "0:v:0", "-an", "-sn",
            "-dn", "-map_metadata", "-1", "-frames:v", "1", "-vf",
            "scale=w='min(iw,\(edge))':h='min(ih,\(edge))':force_original_aspect_ratio=decrease", "-pix_fmt", "rgba",
            "-threads", "1", "-c:v", "png", "-flags:v", "+bitexact", "-fflags", "+bitexact", "-f", "image2pipe",
            "pipe:1",
        ]
    }
}
