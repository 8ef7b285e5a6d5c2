import Primitives
import Testing

@Suite("HTTP dates") struct HTTPDateTests {
    @Test("a date is written and read as in RFC 9110")
    func dates() throws {
        #expect(HTTPDate(seconds: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
        for seconds in stride(from: Int64(-2_000_000_000), to: 8_000_000_000, by: 98_765_432) {
            #expect(HTTPDate(HTTPDate(seconds: seconds).text)?.seconds == seconds)
        }
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "x",
        ] {
            #expect(HTTPDate(text) == nil)
        }
    }
}
