import Accounts
import Foundation
import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives

/// The parameters of a request: first those of the address, then with POST those of the form in its body. A name may
/// repeat.
struct RequestParameters: Sendable {
    /// The largest form in bytes; a queue of ten thousand ids takes half a megabyte.
    private static let longestForm = 1 << 20
    private static let mostParameters = 20_000

    private var values: [String: [String]] = [:]
    private var count = 0

    init() {}

    /// Reads the parameters of the address.
    init(of request: Request) throws(DomainError) {
        try self.init(target: request.head.path ?? "")
    }

    init(target: String) throws(DomainError) {
        if let query = target.split(separator: "?", maxSplits: 1).dropFirst().first {
            try add(query.prefix { $0 != "#" }.utf8)
        }
    }

    /// Throws `unsupportedMediaType` for a body that is no form, `tooLarge` for a long one.
    mutating func addForm(of request: Request) async throws {
        guard request.method == .post else { return }
        let body = try await request.bytes(upTo: Self.longestForm)
        guard body.readableBytes > 0 else { return }
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" }.filter { $0 != " " }
        guard type == "application/x-www-form-urlencoded" else {
            throw DomainError(.unsupportedMediaType, "Send parameters as application/x-www-form-urlencoded")
        }
        try add(body.readableBytesView)
    }

    func first(_ name: String) -> String? { values[name]?.first }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    func has(_ name: String) -> Bool { values[name] != nil }

    var names: some Sequence<String> { values.keys }

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

    static func text(_ encoded: some Collection<UInt8>) -> String {
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

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Reads the credentials of a request, and refuses combinations that the protocol forbids before any account is looked
/// up.
enum CredentialParameters {
    /// Throws 43 for two kinds of credentials at once, 10 for none or half of one.
    ///
    /// - Parameter takesPictureProof: whether a signature in the address may prove access to the picture of its `id`.
    static func credential(
        _ parameters: RequestParameters, takesPictureProof: Bool
    ) throws(SubsonicFailure) -> DeviceCredential {
        func parameter(_ name: String) throws(SubsonicFailure) -> String? {
            guard let text = parameters.first(name) else { return nil }
            guard text.utf8.count <= 2048 else { throw .malformed(name, "at most 2048 bytes") }
            return text
        }
        let (key, user) = (try parameter("apiKey"), try parameter("u"))
        let (password, token, salt) = (try parameter("p"), try parameter("t"), try parameter("s"))
        if let key {
            guard user == nil, password == nil, token == nil, salt == nil else {
                throw SubsonicFailure(.conflictingCredentials, "apiKey stands alone, without u, p, t and s")
            }
            guard !key.isEmpty else { throw .missing("apiKey") }
            return .apiKey(key)
        }
        if takesPictureProof, user == nil, let proof = try parameter("proof") {
            return .picture(proof: proof, subject: try parameter("id") ?? "")
        }
        guard password == nil || token == nil else {
            throw SubsonicFailure(.conflictingCredentials, "Give either p or t and s")
        }
        guard let user, !user.isEmpty else { throw .missing(password == nil && token == nil ? "apiKey or u" : "u") }
        if let password { return .password(username: user, password: decoded(password)) }
        guard let token else { throw .missing("p, or t and s") }
        guard let salt else { throw .missing("s") }
        return .token(username: user, token: token, salt: salt)
    }

    /// Decodes `enc:` followed by the hexadecimal digits of UTF-8; any other text is the password itself.
    static func decoded(_ password: String) -> String {
        guard password.hasPrefix("enc:") else { return password }
        let digits = password.utf8.dropFirst(4).map(RequestParameters.digit)
        guard digits.count.isMultiple(of: 2), !digits.isEmpty, digits.allSatisfy({ $0 != nil }) else { return password }
        let values = digits.compactMap(\.self)
        let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        return String(validating: bytes, as: UTF8.self) ?? password
    }
}
