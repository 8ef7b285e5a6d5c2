/// Where the journal begins and ends, kept beside it.
package struct JournalChain: Sendable, Equatable {
    /// A row, by its number and what it is sealed with.
    package struct Point: Sendable, Equatable {
        package let number: Int64
        package let seal: JournalSeal

        package init(number: Int64, seal: JournalSeal) {
            self.number = number
            self.seal = seal
        }

        /// Of `12:` and 64 hexadecimal digits, as `text` writes it.
        package init?(text: String) {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let number = Int64(parts[0]), number >= 0,
                let seal = JournalSeal(hex: String(parts[1]))
            else { return nil }
            self.init(number: number, seal: seal)
        }

        package var text: String { "\(number):\(seal.hex)" }
    }

    /// Up to here the journal was cut; number 0 when it never was.
    package let cut: Point
    /// The last row of all.
    package let head: Point

    package init(cut: Point, head: Point) {
        self.cut = cut
        self.head = head
    }
}
