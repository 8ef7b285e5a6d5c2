import Primitives
import Crypto
package import Foundation
import SwiftASN1
import X509

/// The facts that a certificate states.
package struct CertificateFacts: Sendable {
    package let subject: String
    package let issuer: String
    package let names: [String]
    package let from: Date
    package let until: Date
    /// SHA-256 of the DER form, in hexadecimal.
    package let fingerprint: String

    /// Reads the first certificate of a PEM file; nil when there is no readable one.
    package init?(path: String) {
        guard let bytes = try? PrivateFile.read(path) else { return nil }
        self.init(pem: bytes)
    }

    init?(pem bytes: [UInt8]) {
        guard
            let document = try? PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self)).first,
            let leaf = try? Certificate(pemDocument: document)
        else { return nil }
        subject = "\(leaf.subject)"
        issuer = "\(leaf.issuer)"
        names = ((try? leaf.extensions.subjectAlternativeNames) ?? nil).map { $0.compactMap(Self.text) } ?? []
        from = leaf.notValidBefore
        until = leaf.notValidAfter
        fingerprint = SHA256.hash(data: document.derBytes).hex
    }

    /// The reason why clients would refuse it at that time, as the end of a sentence; nil while it is valid.
    package func flaw(at now: Date) -> String? {
        func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
        if until <= now {
            return
                "expired on \(day(until)), and browsers and players refuse it: put a renewed one there, which is taken into use without a restart"
        }
        if from > now { return "is only good from \(day(from)) on: look at it and at this machine's clock" }
        return nil
    }

    private static func text(_ name: GeneralName) -> String? {
        switch name {
        case .dnsName(let name): return name
        case .ipAddress(let address) where address.bytes.count == 4:
            return address.bytes.map(String.init).joined(separator: ".")
        case .ipAddress(let address) where address.bytes.count == 16:
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let bytes = Array(address.bytes)
            guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        default: return nil
        }
    }
}
