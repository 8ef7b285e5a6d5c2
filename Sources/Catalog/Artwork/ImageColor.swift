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
        let digits = Array("0123456789abcdef".utf8)
        let parts = [red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: [UInt8(ascii: "#")] + parts, as: UTF8.self)
    }
}
