import Crypto
import Foundation
package import Primitives

/// What a client says the bytes of one request add up to (tus, extension `checksum`).
package struct UploadChecksum: Sendable {
    package static let algorithms = ["sha256", "sha1"]

    private enum Hash {
        case sha256(SHA256)
        case sha1(Insecure.SHA1)
    }

    private let expected: [UInt8]
    private var hash: Hash

    /// - Parameter field: like `sha256 lVxG…`, in Base64.
    package init(_ field: String) throws(DomainError) {
        let parts = field.split(separator: " ")
        guard parts.count == 2, let expected = Data(base64Encoded: String(parts[1])) else {
            throw .invalid("Upload-Checksum is an algorithm and Base64", field: "Upload-Checksum")
        }
        switch parts[0] {
        case "sha256": hash = .sha256(SHA256())
        case "sha1": hash = .sha1(Insecure.SHA1())
        default:
            throw .invalid(
                "Upload-Checksum must be by \(Self.algorithms.joined(separator: " or "))", field: "Upload-Checksum")
        }
        self.expected = Array(expected)
    }

    mutating func update(_ bytes: [UInt8]) {
        switch hash {
        case .sha256(var state):
            state.update(data: bytes)
            hash = .sha256(state)
        case .sha1(var state):
            state.update(data: bytes)
            hash = .sha1(state)
        }
    }

    var isMet: Bool {
        switch hash {
        case .sha256(let state): Array(state.finalize()) == expected
        case .sha1(let state): Array(state.finalize()) == expected
        }
    }
}
