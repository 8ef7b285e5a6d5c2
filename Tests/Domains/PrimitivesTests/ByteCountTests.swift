import Primitives
import Testing

@Suite("A byte count") struct ByteCountTests {
    @Test(
        "is shown in the largest fitting unit, and never rounded up",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (999_999, "999.9 kB"),
            (1_000_000, "1 MB"), (12_590_000, "12.5 MB"), (1_000_000_000, "1 GB"), (.max, "9223372036.8 GB"),
        ] as [(Int64, String)])
    func said(bytes: Int64, text: String) {
        #expect("\(ByteCount(bytes))" == text)
    }
}
