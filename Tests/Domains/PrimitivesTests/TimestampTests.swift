import Primitives
import Testing

@Suite("An instant") struct TimestampTests {
    @Test("is clamped to the last one when a duration goes beyond it")
    func saturation() {
        let instant = Timestamp(milliseconds: 1_000)
        #expect(instant.advanced(by: .seconds(1)) == Timestamp(milliseconds: 2_000))
        #expect(Timestamp(milliseconds: .max - 1).advanced(by: .seconds(1)) == Timestamp(milliseconds: .max))
        #expect(Timestamp(milliseconds: .min + 1).advanced(by: .seconds(-1)) == Timestamp(milliseconds: .min))
    }
}

@Suite("Bytes as hexadecimal digits") struct HexTests {
    @Test("have two digits each") func digits() {
        #expect([0x00, 0x0A, 0xB0, 0xFF].hex == "000ab0ff" && [UInt8]().hex.isEmpty)
    }
}
