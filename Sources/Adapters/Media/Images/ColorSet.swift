import Catalog
import Glibc

/// The dominant colors of a small image: a median cut as the start, then k-means, both in OKLab and without randomness,
/// so that equal images have equal colors.
struct ColorSet {
    private static let most = 8
    /// The distance at which two colors count as different: about the difference that is visible side by side.
    private static let apart: Float = 0.04
    private static let rounds = 8
    /// A color with less than this part of the image is omitted when there are enough others.
    private static let least: Float = 0.02
    private static let enough = 5

    private struct Cluster {
        var color: OKLab
        var weight: Float
    }

    private let points: [OKLab]

    init(_ raster: Raster) {
        points = stride(from: 0, to: raster.pixels.count, by: 4).compactMap { index in
            guard raster.pixels[index + 3] >= 128 else { return nil }
            return OKLab(
                red: raster.pixels[index], green: raster.pixels[index + 1], blue: raster.pixels[index + 2])
        }
    }

    /// The colors, the most frequent first. Empty for an image that is fully transparent.
    func colors() -> [ImageColor] {
        guard !points.isEmpty else { return [] }
        var clusters = merge(refine(cut()))
        clusters.sort { ($0.weight, $0.color.l, $0.color.a) > ($1.weight, $1.color.l, $1.color.a) }
        while clusters.count > Self.enough, let last = clusters.last, last.weight < Self.least {
            clusters.removeLast()
        }
        return Self.shared(clusters)
    }

    /// Splits the box with the widest spread, weighted by its points, at its middle point, until there are enough
    /// boxes.
    private func cut() -> [OKLab] {
        var boxes = [points]
        while boxes.count < Self.most {
            let spreads = boxes.map(Self.spread)
            guard
                let widest = boxes.indices.max(by: {
                    spreads[$0].width * Float(boxes[$0].count).squareRoot()
                        < spreads[$1].width * Float(boxes[$1].count).squareRoot()
                }), spreads[widest].width > Self.apart
            else { break }
            let axis = spreads[widest].axis
            let middle = (spreads[widest].low + spreads[widest].high) / 2
            let (low, high) = boxes[widest].reduce(into: ([OKLab](), [OKLab]())) { halves, point in
                if point[keyPath: axis] < middle { halves.0.append(point) } else { halves.1.append(point) }
            }
            guard !low.isEmpty, !high.isEmpty else { break }
            boxes[widest] = low
            boxes.append(high)
        }
        return boxes.map(Self.mean)
    }

    private static func spread(
        _ box: [OKLab]
    ) -> (axis: KeyPath<OKLab, Float>, low: Float, high: Float, width: Float) {
        var best: (axis: KeyPath<OKLab, Float>, low: Float, high: Float, width: Float) = (\OKLab.l, 0, 0, -1)
        for axis in [\OKLab.l, \OKLab.a, \OKLab.b] {
            let values = box.map { $0[keyPath: axis] }
            guard let low = values.min(), let high = values.max() else { continue }
            if high - low > best.width { best = (axis, low, high, high - low) }
        }
        return best
    }

    private static func mean(_ box: [OKLab]) -> OKLab {
        var sum = OKLab(l: 0, a: 0, b: 0)
        for point in box {
            sum.l += point.l
            sum.a += point.a
            sum.b += point.b
        }
        let count = Float(max(1, box.count))
        return OKLab(l: sum.l / count, a: sum.a / count, b: sum.b / count)
    }

    private func refine(_ start: [OKLab]) -> [Cluster] {
        var centers = start
        var members: [[OKLab]] = []
        for _ in 0..<Self.rounds {
            members = Array(repeating: [], count: centers.count)
            for point in points {
                var (nearest, distance) = (0, Float.infinity)
                for (index, center) in centers.enumerated() {
                    let found = point.squaredDistance(to: center)
                    if found < distance { (nearest, distance) = (index, found) }
                }
                members[nearest].append(point)
            }
            let moved = zip(centers, members).map { $1.isEmpty ? $0 : Self.mean($1) }
            if moved == centers { break }
            centers = moved
        }
        let total = Float(points.count)
        return zip(centers, members).filter { !$1.isEmpty }.map { Cluster(color: $0, weight: Float($1.count) / total) }
    }

    /// Joins colors that look alike.
    private func merge(_ clusters: [Cluster]) -> [Cluster] {
        var rest = clusters
        while true {
            var pair: (first: Int, second: Int)?
            var closest = Self.apart * Self.apart
            for first in rest.indices {
                for second in rest.indices.dropFirst(first + 1) {
                    let distance = rest[first].color.squaredDistance(to: rest[second].color)
                    if distance < closest { (pair, closest) = ((first, second), distance) }
                }
            }
            guard let pair else { return rest }
            let (a, b) = (rest[pair.first], rest.remove(at: pair.second))
            let weight = a.weight + b.weight
            rest[pair.first] = Cluster(
                color: OKLab(
                    l: (a.color.l * a.weight + b.color.l * b.weight) / weight,
                    a: (a.color.a * a.weight + b.color.a * b.weight) / weight,
                    b: (a.color.b * a.weight + b.color.b * b.weight) / weight), weight: weight)
        }
    }

    /// Shares in thousandths that add up, by the largest remainders; no color gets zero.
    private static func shared(_ clusters: [Cluster]) -> [ImageColor] {
        let total = clusters.reduce(0) { $0 + $1.weight }
        var shares = clusters.map { max(1, Int($0.weight / total * 1000)) }
        shares[0] += 1000 - shares.reduce(0, +)
        return zip(clusters, shares).map { cluster, share in
            let (red, green, blue) = cluster.color.bytes
            return ImageColor(red: red, green: green, blue: blue, share: share)
        }
    }
}

/// A color space in which equal distances look equally far apart (Björn Ottosson, 2020,
/// https://bottosson.github.io/posts/oklab/).
struct OKLab: Equatable {
    var l: Float
    var a: Float
    var b: Float
}

extension OKLab {
    init(red: UInt8, green: UInt8, blue: UInt8) {
        let (r, g, b) = (LightTable.linear[Int(red)], LightTable.linear[Int(green)], LightTable.linear[Int(blue)])
        let long = cbrtf(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let medium = cbrtf(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let short = cbrtf(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        l = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        self.b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
        let long = cube(l + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(l - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(l - 0.0894841775 * a - 1.2914855480 * b)
        return (
            Self.byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            Self.byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            Self.byte(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)
        )
    }

    func squaredDistance(to other: OKLab) -> Float {
        let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
        return dl * dl + da * da + db * db
    }

    private func cube(_ x: Float) -> Float { x * x * x }

    private static func byte(_ light: Float) -> UInt8 {
        LightTable.bytes[Int(max(0, min(1, light)) * Float(LightTable.steps) + 0.5)]
    }
}
