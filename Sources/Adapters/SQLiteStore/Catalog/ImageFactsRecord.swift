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

    /// Byte by byte, because every item of a list has some. What is not as `text` writes it ends the list.
    private static func colors(_ text: String) -> [ImageColor] {
        var colors: [ImageColor] = []
        var (rgb, share, digits, isShare) = (0, 0, 0, false)
        for byte in (text + " ").utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9") where isShare && share <= 1000:
                share = share * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isShare && digits < 6:
                rgb = rgb << 4 | Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: "a")...UInt8(ascii: "f") where !isShare && digits < 6:
                rgb = rgb << 4 | Int(byte - UInt8(ascii: "a") + 10)
                digits += 1
            case UInt8(ascii: ":") where digits == 6 && !isShare: isShare = true
            case UInt8(ascii: " ") where isShare:
                colors.append(
                    ImageColor(
                        red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
                        blue: UInt8(truncatingIfNeeded: rgb), share: share))
                (rgb, share, digits, isShare) = (0, 0, 0, false)
            default: return colors
            }
        }
        return colors
    }

    /// Selected beside a row whose `cover` is `f.key`.
    static let columns = "f.width AS image_width, f.height AS image_height, f.colors AS image_colors"
}
