import NIOCore

/// Sits before the HTTP/2 layer and acknowledges its first SETTINGS in the client's name, as soon as the client's own
/// have arrived. The client's real acknowledgement is removed when it arrives.
///
/// Until its settings are acknowledged, the layer (swift-nio-http2 1.46) limits heads to 16 KiB, whatever the settings
/// say. A client may send its first head before it has read them (RFC 9113 §3.4), and may assume that there is no limit
/// (§6.5.2). With this handler, the settings apply from the beginning.
final class EarlyAcknowledgement: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum Phase {
        /// Waits for the client's settings, which follow its preface.
        case awaitingSettings
        case awaitingAcknowledgement
        case done
    }

    private static let settings: UInt8 = 4
    private static let headerLength = 9
    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]

    private var phase = Phase.awaitingSettings
    /// Whether the header of the client's settings has arrived.
    private var hasSettings = false
    /// The bytes before the next header: of a payload or the preface.
    private var skipped = HTTP2FrameWalk.prefaceLength
    /// An incomplete header.
    private var partial = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .done else { return context.fireChannelRead(data) }
        var buffer = unwrapInboundIn(data)
        if partial.readableBytes > 0 {
            partial.writeBuffer(&buffer)
            buffer = partial
            partial = ByteBuffer()
        }
        var handedOn = ByteBuffer()
        while phase != .done, buffer.readableBytes > 0 {
            if skipped > 0 {
                let step = min(skipped, buffer.readableBytes)
                if var part = buffer.readSlice(length: step) { handedOn.writeBuffer(&part) }
                skipped -= step
                if skipped == 0, phase == .awaitingSettings, hasSettings { acknowledge(&handedOn) }
                continue
            }
            guard let header = buffer.getBytes(at: buffer.readerIndex, length: Self.headerLength) else { break }
            buffer.moveReaderIndex(forwardBy: Self.headerLength)
            if phase == .awaitingAcknowledgement, header[3] == Self.settings, header[4] & 1 != 0 {
                phase = .done
                continue
            }
            handedOn.writeBytes(header)
            skipped = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
            guard phase == .awaitingSettings else { continue }
            guard header[3] == Self.settings, header[4] & 1 == 0 else {
                // This is not HTTP/2: the layer reports it.
                phase = .done
                continue
            }
            hasSettings = true
            if skipped == 0 { acknowledge(&handedOn) }
        }
        if phase == .done { handedOn.writeBuffer(&buffer) } else { partial = buffer }
        if handedOn.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(handedOn)) }
    }

    private func acknowledge(_ buffer: inout ByteBuffer) {
        buffer.writeBytes(Self.acknowledgement)
        phase = .awaitingAcknowledgement
    }
}
