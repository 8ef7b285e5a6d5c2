import HTTPSupport
import Testing

@Suite("Byte ranges") struct ByteRangesTests {
    @Test(
        "RFC 9110 §14.1.2 for a file of 10,000 bytes",
        arguments: [
            ("bytes=0-499", [0..<500]), ("bytes=500-999", [500..<1000]), ("bytes=-500", [9500..<10000]),
            ("bytes=9500-", [9500..<10000]),
            ("bytes=0-0,-1", [0..<1, 9999..<10000]), ("bytes=500-600,601-999", [500..<1000]),
            ("bytes=500-700,601-999", [500..<1000]), ("bytes= 0-1 , 5-6 ", [0..<2, 5..<7]),
            ("bytes=0-99999", [0..<10000]),
            ("bytes=-20000", [0..<10000]), ("bytes=20000-,0-1", [0..<2]), ("BYTES=1-1", [1..<2]),
            ("bytes=0-99999999999999999999999", [0..<10000]), ("bytes=,,3-4,", [3..<5]),
            ("bytes=8-9,0-1,2-7", [0..<10]),
        ] as [(String, [Range<Int64>])])
    func satisfiable(field: String, parts: [Range<Int64>]) {
        #expect(ByteRanges(field, size: 10000) == .parts(parts))
    }

    @Test(
        "a range outside the file is unsatisfiable",
        arguments: ["bytes=10000-", "bytes=10000-10001", "bytes=-0", "bytes=99999999999999999999-"])
    func unsatisfiable(field: String) {
        #expect(ByteRanges(field, size: 10000) == .unsatisfiable)
    }

    @Test(
        "a malformed or abusive field, or one in another unit, is ignored",
        arguments: [
            "items=0-1", "bytes", "bytes=", "bytes=abc", "bytes=5-1", "bytes=0-1;", "bytes=--5", "bytes=+1-2",
            "bytes=1-2-3", "0-1",
            "bytes 0-1", "bytes=0x0-1", "bytes=١-٢",
            "bytes=" + (0..<200).map { "\($0 * 4)-\($0 * 4)" }.joined(separator: ","),
            "bytes=" + String(repeating: "0-1,", count: 5000),
        ])
    func ignored(field: String) {
        #expect(ByteRanges(field, size: 10000) == .whole)
    }

    @Test("an empty file has no satisfiable range")
    func emptyFile() {
        #expect(ByteRanges("bytes=0-0", size: 0) == .unsatisfiable)
        #expect(ByteRanges("bytes=-5", size: 0) == .unsatisfiable)
        #expect(ByteRanges(nil, size: 0) == .whole)
    }

    @Test("for any field, ranges lie inside the file, are few, and do not overlap")
    func fuzz() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("bytes=-, 0123456789")
        for _ in 0..<20000 {
            let tail = (0..<Int.random(in: 0..<24, using: &generator)).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            let size = Int64.random(in: 0..<200, using: &generator)
            guard case .parts(let parts) = ByteRanges("bytes=" + String(tail), size: size) else { continue }
            #expect((1...ByteRanges.maximumParts).contains(parts.count))
            for part in parts { #expect(part.lowerBound >= 0 && part.upperBound <= size && !part.isEmpty) }
            let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
            for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
        }
    }
}
