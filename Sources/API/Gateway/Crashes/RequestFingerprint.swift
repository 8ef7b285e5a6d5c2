import Crypto
import HTTPTypes

/// The identity of a request that crashes the server, without the identity of its user.
struct RequestFingerprint: Equatable, Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// - Parameter bytes: sixteen bytes.
    init(_ bytes: some Sequence<UInt8>) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 { high = high << 8 | UInt64(byte) } else if index < 16 { low = low << 8 | UInt64(byte) }
        }
        (self.high, self.low) = (high, low)
    }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
            for index in 0..<8 {
                bytes[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                bytes[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
            guard let address = bytes.baseAddress else { preconditionFailure("sixteen bytes have an address") }
            return body(UnsafePointer(address))
        }
    }
}

/// Makes fingerprints by HMAC-SHA-256: without the key, a fingerprint does not reveal its request.
struct RequestFingerprints: Sendable {
    /// The part of a body that counts, in bytes.
    static let bodyPrefix = 4096

    /// Fields that identify or authenticate a user, or that differ between equivalent requests.
    private static let ignoredFields: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "date", "x-request-id", "last-event-id", "traceparent",
        "x-forwarded-for", "forwarded",
    ]
    /// Parameters that authenticate a user: those of Subsonic clients, of lyrics clients and of signed URLs.
    private static let ignoredParameters: Set<Substring> = ["p", "t", "s", "apiKey", "apikey", "token", "proof"]

    private let key: SymmetricKey

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// - Parameter target: the path and query.
    func fingerprint(of method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields) -> RequestFingerprint {
        var mac = HMAC<SHA256>(key: key)
        Self.add(method.rawValue, to: &mac)
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        Self.add(parts[0], to: &mac)
        if parts.count > 1 {
            for parameter in parts[1].split(separator: "&")
            where !Self.ignoredParameters.contains(parameter.prefix { $0 != "=" }) {
                Self.add(parameter, to: &mac)
            }
        }
        for field in fields where !Self.ignoredFields.contains(field.name.canonicalName) {
            Self.add(field.name.canonicalName, to: &mac)
            Self.add(field.value, to: &mac)
        }
        return RequestFingerprint(mac.finalize())
    }

    /// The fingerprint of a request whose body begins with `prefix`.
    func fingerprint(of head: RequestFingerprint, withBody prefix: [UInt8]) -> RequestFingerprint {
        var mac = HMAC<SHA256>(key: key)
        head.withBytes { mac.update(data: UnsafeRawBufferPointer(start: $0, count: 16)) }
        mac.update(data: prefix)
        return RequestFingerprint(mac.finalize())
    }

    /// Adds the text and an end mark that no text contains.
    private static func add(_ text: some StringProtocol, to mac: inout HMAC<SHA256>) {
        let done: Void? = text.utf8.withContiguousStorageIfAvailable { mac.update(data: UnsafeRawBufferPointer($0)) }
        if done == nil { mac.update(data: Array(text.utf8)) }
        withUnsafeBytes(of: 0xFF as UInt8) { mac.update(data: $0) }
    }
}
