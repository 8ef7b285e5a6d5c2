import Glibc
import NIOCore
import NIOPosix
package import Primitives

/// Looks for renderers by multicast (SSDP; UPnP Device Architecture 1.0, §1.2).
enum RendererSearch {
    private typealias Socket = NIOAsyncChannel<AddressedEnvelope<ByteBuffer>, AddressedEnvelope<ByteBuffer>>

    private static let group = "239.255.255.250"
    private static let port = 1900
    /// More answers than this are not read in one search, and of each only its first bytes.
    private static let mostAnswers = 256
    private static let longestAnswer = 2048

    static let kind = "urn:schemas-upnp-org:device:MediaRenderer:1"
    private static let request =
        "M-SEARCH * HTTP/1.1\r\nHOST: \(group):\(port)\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\nST: \(kind)\r\n\r\n"

    /// The addresses of the descriptions that renderers on an interface's network answer with.
    ///
    /// - Parameter time: for how long answers are taken.
    static func locations(
        on interface: NetworkInterface, for time: Duration = .seconds(2),
        group loop: MultiThreadedEventLoopGroup = .singleton
    ) async throws -> Set<LinkAddress> {
        let socket: Socket = try await DatagramBootstrap(group: loop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: longestAnswer))
            .bind(host: interface.address.text, port: 0) { prepare($0, for: interface) }
        socket.channel.eventLoop.scheduleTask(in: TimeAmount(time)) { socket.channel.close(promise: nil) }
        let target = try SocketAddress(ipAddress: Self.group, port: port)
        return try await socket.executeThenClose { answers, requests in
            // Datagrams get lost.
            for _ in 0..<2 {
                try await requests.write(
                    AddressedEnvelope(remoteAddress: target, data: ByteBuffer(string: request)))
            }
            var found: Set<LinkAddress> = []
            var count = 0
            for try await answer in answers {
                count += 1
                guard count <= mostAnswers else { break }
                guard let sender = answer.remoteAddress.ipAddress.flatMap({ IPAddress($0) }),
                    interface.network.contains(sender), sender != interface.address,
                    let location = location(in: Array(answer.data.readableBytesView), from: sender)
                else { continue }
                found.insert(location)
            }
            return found
        }
    }

    private static func prepare(
        _ channel: any Channel, for interface: NetworkInterface
    ) -> EventLoopFuture<Socket> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return options.setIPMulticastIF(interface.multicast).flatMapThrowing {
            try Socket(wrappingChannelSynchronously: channel)
        }
    }

    /// The address in an answer; nil where it is no answer, or one that leads to another machine than the sender.
    static func location(in datagram: [UInt8], from sender: IPAddress) -> LinkAddress? {
        guard datagram.count <= longestAnswer else { return nil }
        let lines = String(decoding: datagram, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let status = lines.first?.split(separator: " "), status.count >= 2,
            status[0].uppercased().hasPrefix("HTTP/1."), status[1] == "200"
        else { return nil }
        func field(_ name: String) -> String? {
            lines.dropFirst().lazy.compactMap { line -> String? in
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { return nil }
                let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
                return value.lastIndex { !$0.isWhitespace }.map { String(value[...$0]) }
            }.first
        }
        guard field("st")?.hasPrefix("urn:schemas-upnp-org:device:MediaRenderer:") ?? false,
            let location = field("location").flatMap({ try? LinkAddress($0) }), location.scheme == .http,
            IPAddress(location.host) == sender
        else { return nil }
        return location
    }
}

/// An interface of this machine with its IPv4 address and the network there.
package struct NetworkInterface: Sendable, Equatable {
    package let name: String
    package let address: IPAddress
    package let network: IPNetwork

    /// Nil for addresses that are no IPv4 network.
    init?(name: String, address: String?, mask: String?) {
        guard let address = address.flatMap({ IPAddress($0) }), let mask = mask.flatMap({ IPAddress($0) }),
            address.isIPv4, mask.isIPv4
        else { return nil }
        let bits = mask.bytes.reduce(0) { $0 + $1.nonzeroBitCount }
        let first = IPAddress(zip(address.bytes, mask.bytes).map { $0 & $1 })
        guard let network = first.flatMap({ IPNetwork("\($0.text)/\(bits)") }) else { return nil }
        (self.name, self.address, self.network) = (name, address, network)
    }

    /// The first IPv4 address of each of these interfaces that is there.
    package static func find(_ names: [String]) throws -> [NetworkInterface] {
        let devices = try System.enumerateDevices()
        return names.compactMap { name in
            devices.lazy.filter { $0.name == name }.compactMap { device in
                NetworkInterface(name: name, address: device.address?.ipAddress, mask: device.netmask?.ipAddress)
            }.first
        }
    }

    fileprivate var multicast: in_addr {
        address.bytes.withUnsafeBytes { $0.loadUnaligned(as: in_addr.self) }
    }
}
