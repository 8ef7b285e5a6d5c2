/// Builds hostile archives: ustar headers (POSIX.1-1988) with any name, kind and size.
struct TarBuilder {
    private(set) var bytes: [UInt8] = []

    mutating func add(
        _ name: String, _ content: [UInt8] = [], kind: Character = "0", link: String = "", size: Int? = nil
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int, _ width: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        put(String(name.prefix(100)), at: 0)
        put("0000600\0", at: 100)
        put("0000000\0", at: 108)
        put("0000000\0", at: 116)
        put(octal(size ?? content.count, 11) + "\0", at: 124)
        put("00000000000\0", at: 136)
        put("        ", at: 148)
        put(String(kind), at: 156)
        put(String(link.prefix(100)), at: 157)
        put("ustar\u{0}00", at: 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148)
        bytes += header + content
        bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    mutating func end() {
        bytes += [UInt8](repeating: 0, count: 1024)
    }
}
