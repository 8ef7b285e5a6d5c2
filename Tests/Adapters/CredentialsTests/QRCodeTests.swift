import Foundation
import Credentials
import Testing

@Suite struct QRCodeTests {
    /// The pattern in three corners by which scanners find a code (ISO/IEC 18004 §6.3.3).
    private static let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]

    @Test("a code has its finder patterns and grows with its text")
    func shape() throws {
        let small = try #require(QRCode("https://localhost:8443\nada\nABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        let large = try #require(QRCode(String(repeating: "żółw ", count: 100)))
        #expect(small.width < large.width && (small.width - 17) % 4 == 0)
        for code in [small, large] {
            #expect(code.modules.count == code.width * code.width)
            for (row, column) in [(0, 0), (0, code.width - 7), (code.width - 7, 0)] {
                let corner = (0..<7).map { y in
                    (0..<7).map { x in code.modules[(row + y) * code.width + column + x] ? "1" : "0" }.joined()
                }
                #expect(corner == Self.finder)
            }
        }
    }

    @Test("its image draws every dark module once, inside the margin")
    func picture() throws {
        let code = try #require(QRCode("rondo"))
        let svg = code.svg
        #expect(svg.hasPrefix("<svg xmlns=") && svg.contains("viewBox=\"0 0 \(code.width + 8) \(code.width + 8)\""))
        var drawn = 0
        let path = try #require(svg.components(separatedBy: "<path d=\"").last?.split(separator: "\"").first)
        for run in path.split(separator: "M") {
            let length = try #require(run.split(separator: "h").last?.split(separator: "v").first.flatMap { Int($0) })
            drawn += length
        }
        #expect(drawn == code.modules.count { $0 })
    }

    @Test("empty and oversized texts have no code")
    func bounds() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
    }
}
