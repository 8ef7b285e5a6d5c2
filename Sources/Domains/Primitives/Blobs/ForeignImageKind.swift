/// The picture formats that Rondo takes from libraries and keeps as another kind, told by their first bytes.
package enum ForeignImageKind: Sendable, CaseIterable {
    case bmp, tiff, avif

    package init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(64))
        if head.starts(with: "BM".utf8), head.count >= 18, Self.headerSizes.contains(head[14]),
            head[15...17].allSatisfy({ $0 == 0 })
        {
            self = .bmp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if Self.brands(head).contains("avif") {
            self = .avif
        } else {
            return nil
        }
    }

    /// Of the header that follows the file's own: OS/2's and those of Windows.
    private static let headerSizes: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]

    /// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3), as many as `head` holds.
    private static func brands(_ head: [UInt8]) -> [String] {
        guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8), head[0] == 0, head[1] == 0 else { return [] }
        let end = min(head.count, Int(head[2]) << 8 | Int(head[3]))
        return stride(from: 8, to: end - 3, by: 4).filter { $0 != 12 }.map {
            String(decoding: head[$0..<($0 + 4)], as: UTF8.self)
        }
    }
}
