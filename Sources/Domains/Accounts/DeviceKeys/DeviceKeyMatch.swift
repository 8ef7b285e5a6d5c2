import Crypto

/// Compares what a client presented with a person's device keys. Every key is looked at whatever the others said, and what matches none
/// takes as long as an account with the most keys, so that the time tells neither who there is nor how many keys they have.
enum DeviceKeyMatch {
    static let maximumSaltBytes = 1024
    private static let dummy = [UInt8](repeating: UInt8(ascii: "A"), count: DeviceKeyText.length)

    /// `token` is md5(text + salt) in hexadecimal digits, which is how the Subsonic protocol has it since 1.13.0; MD5 is weak, but what it
    /// hides has 130 random bits. Short salts occur in real clients and give nothing away for the same reason; none is refused.
    static func token(_ token: String, salt: String, among keys: [OpenedDeviceKey]) -> OpenedDeviceKey? {
        let presented = digest(token)
        let isPossible = presented != nil && (1...maximumSaltBytes).contains(salt.utf8.count)
        let wanted = presented ?? [UInt8](repeating: 0, count: Insecure.MD5.byteCount)
        let salt = isPossible ? Array(salt.utf8) : [0]
        return find(among: keys) { text in
            let upper = Insecure.MD5.hash(data: text + salt)
            let lower = Insecure.MD5.hash(data: DeviceKeyText.lowercased(text) + salt)
            let matches =
                upper.withUnsafeBytes { SecretBytes.areEqual($0, wanted) }
                | lower.withUnsafeBytes { SecretBytes.areEqual($0, wanted) }
            return matches && isPossible
        }
    }

    static func text(_ presented: String, among keys: [OpenedDeviceKey]) -> OpenedDeviceKey? {
        let canonical = DeviceKeyText.canonical(presented)
        let wanted = canonical ?? [UInt8](repeating: 0, count: DeviceKeyText.length)
        return find(among: keys) { text in SecretBytes.areEqual(text, wanted) && canonical != nil }
    }

    private static func find(
        among keys: [OpenedDeviceKey], _ matches: ([UInt8]) -> Bool
    ) -> OpenedDeviceKey? {
        var found: OpenedDeviceKey?
        for key in keys where matches(key.text) { found = key }
        if found == nil {
            for _ in keys.count..<max(keys.count, DeviceKey.maximumPerUser) { _ = matches(dummy) }
        }
        return found
    }

    /// The 16 bytes of 32 hexadecimal digits in either case.
    private static func digest(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 2 * Insecure.MD5.byteCount else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            let value: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

extension Bool {
    /// Both sides are worked out.
    fileprivate static func | (left: Bool, right: Bool) -> Bool {
        left || right
    }
}
