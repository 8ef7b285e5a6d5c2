/// What a JPEG file says before its first scan that the decoder leaves to its caller.
struct JPEGMarkers {
    /// 1 to 8 (Exif 2.3, 4.6.4); 1 when it is not said.
    private(set) var orientation = 1
    /// Written by Adobe's software or like it: CMYK values then count light, not ink.
    private(set) var hasAdobe = false

    init(_ bytes: [UInt8]) {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                position += 2
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { return }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard length >= 2, end <= bytes.count else { return }
            let content = bytes[(position + 4)..<end]
            if marker == 0xE1, content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
                orientation = Self.orientation(content.dropFirst(6)) ?? orientation
            } else if marker == 0xEE, content.starts(with: "Adobe".utf8) {
                hasAdobe = true
            }
            position = end
        }
    }

    /// Tag 0x0112 of the first directory of a TIFF structure.
    private static func orientation(_ tiff: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(tiff)
        guard bytes.count >= 8 else { return nil }
        let isLittle = bytes[0] == 0x49
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at >= 0, at + count <= bytes.count else { return nil }
            let part = bytes[at..<(at + count)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 512) {
            let start = directory + 2 + 12 * entry
            guard let tag = number(start, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            return number(start + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
