import HTTPTypes
package import Hummingbird
import NIOCore
package import Primitives

/// The parameters of a request: first those of the address, then with POST those of the form in its body. A name may
/// repeat.
package struct RequestParameters: Sendable {
    /// The largest form in bytes; a queue of ten thousand ids takes half a megabyte.
    private static let longestForm = 1 << 20
    private static let mostParameters = 20_000

    private var values: [String: [String]] = [:]
    private var count = 0

    package init() {}

    /// Reads the parameters of the address.
    package init(of request: Request) throws(DomainError) {
        try self.init(target: request.head.path ?? "")
    }

    package init(target: String) throws(DomainError) {
        if let query = target.split(separator: "?", maxSplits: 1).dropFirst().first {
            try add(query.prefix { $0 != "#" }.utf8)
        }
    }

    /// Throws `unsupportedMediaType` for a body that is no form, `tooLarge` for a long one.
    package mutating func addForm(of request: Request) async throws {
        guard request.method == .post else { return }
        let body = try await request.bytes(upTo: Self.longestForm)
        guard body.readableBytes > 0 else { return }
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
        guard type == "application/x-www-form-urlencoded" else {
            throw DomainError(.unsupportedMediaType, "Send parameters as application/x-www-form-urlencoded")
        }
        try add(body.readableBytesView)
    }

    package func first(_ name: String) -> String? { values[name]?.first }

    package func all(_ name: String) -> [String] { values[name] ?? [] }

    package func has(_ name: String) -> Bool { values[name] != nil }

    package var names: some Sequence<String> { values.keys }

    /// Parses bytes as WHATWG's application/x-www-form-urlencoded parser does; invalid UTF-8 becomes U+FFFD.
    private mutating func add(_ bytes: some Collection<UInt8>) throws(DomainError) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            count += 1
            guard count <= Self.mostParameters else { throw DomainError(.tooLarge, "There are too many parameters") }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first else { continue }
            values[Self.text(name), default: []].append(parts.count == 2 ? Self.text(parts[1]) : "")
        }
    }

    package static func text(_ encoded: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded.makeIterator()
        var pending: [UInt8] = []
        func next() -> UInt8? { pending.isEmpty ? rest.next() : pending.removeFirst() }
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let high = next()
                let low = high == nil ? nil : next()
                if let high, let low, let first = digit(high), let second = digit(low) {
                    bytes.append(first << 4 | second)
                } else {
                    bytes.append(byte)
                    pending = [high, low].compactMap(\.self) + pending
                }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
