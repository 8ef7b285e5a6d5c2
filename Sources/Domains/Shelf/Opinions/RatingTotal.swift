/// The ratings of everybody, without names.
package struct RatingTotal: Sendable, Equatable {
    package let count: Int
    /// Of half stars.
    package let sum: Int

    package static let none = RatingTotal(count: 0, sum: 0)

    package init(count: Int, sum: Int) {
        self.count = count
        self.sum = sum
    }

    /// In stars, to hundredths; nil when nobody has rated it.
    package var average: Double? {
        count > 0 ? (Double(sum) / Double(count) * 50).rounded() / 100 : nil
    }
}
