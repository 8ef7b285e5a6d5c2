/// One of a picture's dominant colors.
package struct ImageColor: Sendable, Equatable {
    /// sRGB.
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    /// How much of the picture it stands for, in thousandths; those of one picture add up to 1000.
    package let share: Int

    package init(red: UInt8, green: UInt8, blue: UInt8, share: Int) {
        self.red = red
        self.green = green
        self.blue = blue
        self.share = share
    }

    /// `#rrggbb`.
    package var hex: String {
        String(unsafeUninitializedCapacity: 7) { bytes in
            bytes[0] = UInt8(ascii: "#")
            for (index, channel) in [red, green, blue].enumerated() {
                bytes[2 * index + 1] = Self.digit(channel >> 4)
                bytes[2 * index + 2] = Self.digit(channel & 15)
            }
            return 7
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
