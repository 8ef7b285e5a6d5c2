/// The time expressions of TTML (W3C TTML1, section 10.3.1): clock times `hh:mm:ss.fff` and `hh:mm:ss:ff`, and offsets
/// `12.3s`, in `h`, `m`, `s`, `ms`, frames (`f`) and ticks (`t`). Beyond them `mm:ss.fff` and seconds without a unit,
/// as lyrics are often written.
struct TTMLTime {
    private var framesPerSecond = 30.0
    private var ticksPerSecond = 1.0

    /// The rates that the document's root states.
    init(_ attributes: [String: String]) {
        let number = { (name: String) in
            attributes[name].flatMap(Double.init).flatMap { (1...1e9).contains($0) ? $0 : nil }
        }
        let rate = number("frameRate")
        framesPerSecond = rate ?? 30
        let parts = (attributes["frameRateMultiplier"] ?? "").split { $0 == " " || $0 == ":" }.compactMap { Double($0) }
        if parts.count == 2, (1...1e6).contains(parts[0]), (1...1e6).contains(parts[1]) {
            framesPerSecond *= parts[0] / parts[1]
        }
        ticksPerSecond = number("tickRate") ?? (rate == nil ? 1 : framesPerSecond * (number("subFrameRate") ?? 1))
    }

    /// In milliseconds; nil if the text is no time, or is longer than a day.
    func milliseconds(_ text: String) -> Int? {
        let bytes = LRCText.trimmed(Array(text.utf8.prefix(64))[...])
        let seconds = bytes.contains(UInt8(ascii: ":")) ? clock(bytes) : offset(bytes)
        guard let seconds, seconds >= 0, seconds * 1000 <= Double(LRCTime.limit) else { return nil }
        return Int((seconds * 1000).rounded())
    }

    private func clock(_ bytes: ArraySlice<UInt8>) -> Double? {
        let fields = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...4).contains(fields.count) else { return nil }
        var numbers: [Double] = []
        for field in fields {
            guard let number = Self.number(field) else { return nil }
            numbers.append(number)
        }
        if numbers.count == 4 {
            return numbers[0] * 3600 + numbers[1] * 60 + numbers[2] + numbers[3] / framesPerSecond
        }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    private func offset(_ bytes: ArraySlice<UInt8>) -> Double? {
        let digits = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard let number = Self.number(digits) else { return nil }
        switch String(decoding: bytes[digits.endIndex...], as: UTF8.self) {
        case "h": return number * 3600
        case "m": return number * 60
        case "s", "": return number
        case "ms": return number / 1000
        case "f": return number / framesPerSecond
        case "t": return number / ticksPerSecond
        default: return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard (1...20).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else {
            return nil
        }
        return Double(String(decoding: bytes, as: UTF8.self))
    }
}
