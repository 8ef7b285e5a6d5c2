package import Primitives

/// The size and colors of a stored picture that has been analyzed.
package struct ImageFacts: Sendable, Equatable {
    /// In pixels, of the upright picture.
    package let width: Int
    package let height: Int
    /// Up to eight dominant colors, the largest share first; fewer than five only if the picture has no more.
    package let colors: [ImageColor]

    package init(width: Int, height: Int, colors: [ImageColor]) {
        self.width = width
        self.height = height
        self.colors = colors
    }
}

/// One of a picture's dominant colors.
package struct ImageColor: Sendable, Equatable {
    /// sRGB.
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    /// The share of the picture that this color represents, in thousandths. The shares of one picture add up to 1000.
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

    /// The color that stands for a picture: a little of a strong color rather than much of a gray. Nil without colors.
    package static func main(of colors: [ImageColor]) -> ImageColor? {
        colors.max { $0.vote < $1.vote }
    }

    /// The main color of each of several pictures that are shown as one. Empty if one of them has no colors.
    package static func mains(of pictures: [[ImageColor]]) -> [ImageColor] {
        let mains = pictures.compactMap(Self.main(of:))
        guard mains.count == pictures.count else { return [] }
        return mains.map { ImageColor(red: $0.red, green: $0.green, blue: $0.blue, share: 1000 / mains.count) }
    }

    private var vote: Int { share * (64 + Int(max(red, green, blue)) - Int(min(red, green, blue))) }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// The result of analyzing one picture.
package struct ImageFinding: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case facts(ImageFacts)
        /// It cannot be shown. If `retryAt` is set, it may be tried again from then on: a picture that was too slow on
        /// a busy day may succeed later.
        case broken(FileProblem, retryAt: Timestamp?)
    }

    package let image: BlobKey
    package let outcome: Outcome

    /// A finding of `problem` at `now`: final if the bytes are at fault, valid for a day if it may have been chance.
    package static func broken(_ image: BlobKey, _ problem: FileProblem, at now: Timestamp) -> Self {
        let mayHaveBeenChance = problem.reason == .timeout || problem.reason == .crashed
        let tomorrow = Timestamp(milliseconds: now.milliseconds + 24 * 60 * 60 * 1000)
        return Self(image: image, outcome: .broken(problem, retryAt: mayHaveBeenChance ? tomorrow : nil))
    }
}

/// Stores the findings about pictures, by their content.
package protocol ImageFactsStore: Sendable {
    /// Whether `image` has been found broken and need not be tried again yet.
    func isBroken(_ image: BlobKey, at now: Timestamp) async throws -> Bool

    /// Covers and artists' pictures that have not been analyzed, or that may be tried again, after `image` in their
    /// order.
    func undescribed(after image: BlobKey?, at now: Timestamp, limit: Int) async throws -> [BlobKey]

    /// Stores the findings; a later finding replaces an earlier one.
    func record(_ findings: [ImageFinding]) async throws
}
