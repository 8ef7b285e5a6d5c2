import Catalog
import GRDB

/// The columns of `image_facts`.
enum ImageFactsRecord {
    /// From the columns `image_width`, `image_height` and `image_colors`; nil when nobody has looked into the picture.
    static func facts(_ row: Row) -> ImageFacts? {
        guard let width: Int = row["image_width"], let height: Int = row["image_height"],
            let colors: String = row["image_colors"]
        else { return nil }
        return ImageFacts(width: width, height: height, colors: Self.colors(colors))
    }

    static func text(_ colors: [ImageColor]) -> String {
        colors.map { "\($0.hex.dropFirst()):\($0.share)" }.joined(separator: " ")
    }

    /// The same from the columns `columns`, the first of which has the number `first`: to find them by name takes longer.
    static func facts(_ row: Row, from first: Int) -> ImageFacts? {
        guard let width = row[first] as Int?, let height = row[first + 1] as Int?,
            let colors = row[first + 2] as String?
        else {
            return nil
        }
        return ImageFacts(width: width, height: height, colors: Self.colors(colors))
    }

    private static func colors(_ text: String) -> [ImageColor] {
        text.utf8.split(separator: UInt8(ascii: " ")).compactMap { part in
            let halves = part.split(separator: UInt8(ascii: ":"))
            guard halves.count == 2, halves[0].count == 6, let rgb = UInt32(Substring(halves[0]), radix: 16),
                let share = Int(Substring(halves[1]))
            else { return nil }
            return ImageColor(
                red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
                blue: UInt8(truncatingIfNeeded: rgb), share: share)
        }
    }

    /// Selected beside a row whose `cover` is `f.key`.
    static let columns = "f.width AS image_width, f.height AS image_height, f.colors AS image_colors"
}
