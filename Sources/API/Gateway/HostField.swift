/// The `Host` field (RFC 9110 §7.2): `uri-host [ ":" port ]`.
package enum HostField {
    /// The host name or address without its port, in lower case; nil when the field is malformed. An IPv6 address keeps its brackets.
    package static func name(in field: String) -> String? {
        guard !field.isEmpty, field.utf8.count <= 260 else { return nil }
        var host = Substring(field)
        if host.hasPrefix("[") {
            guard let close = host.firstIndex(of: "]") else { return nil }
            let after = host[host.index(after: close)...]
            guard after.isEmpty || isPort(after) else { return nil }
            host = host[...close]
            let inside = host.dropFirst().dropLast()
            guard !inside.isEmpty,
                inside.utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return nil }
        } else {
            if let colon = host.firstIndex(of: ":") {
                guard isPort(host[colon...]) else { return nil }
                host = host[..<colon]
            }
            guard !host.isEmpty, host.utf8.allSatisfy(isNameCharacter) else { return nil }
        }
        return host.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.count <= 5 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (digits.isEmpty || (Int(digits) ?? 65536) <= 65535)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
