package import NIOCore
package import Primitives

/// A parsed JSON text, for request bodies whose every field is then asked for by name.
package enum JSONValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Objects and arrays within each other.
    package static let maximumDepth = 32

    /// Throws `invalid` with the reason `malformed_json`, also for an object that names a member twice and for any encoding but UTF-8.
    package init(parsing bytes: ByteBuffer) throws(DomainError) {
        let result = bytes.withUnsafeReadableBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { bytes in
                Result { () throws(JSONReader.Malformed) in
                    try JSONReader.value(in: bytes, depth: Self.maximumDepth)
                }
            }
        }
        switch result {
        case .success(let value): self = value
        case .failure: throw DomainError(.invalid, "The body is not valid JSON in UTF-8", reason: "malformed_json")
        }
    }
}
