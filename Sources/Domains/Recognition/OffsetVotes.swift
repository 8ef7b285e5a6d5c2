/// Counts the landmarks that a recording and a segment share, by where on the segment's timeline the recording would
/// begin.
struct OffsetVotes {
    /// A landmark of the recording.
    struct Query {
        var hash: UInt32
        var frame: UInt32
    }

    struct Leader {
        /// Where the recording begins on the segment's timeline, in frames.
        var start: Int
        /// Those of the two frames beside it included.
        var votes: Int
    }

    /// Beyond this many frames (37 hours of music) several starts share a cell, and what they share is told apart
    /// afterwards.
    private static let largestTable = 1 << 22

    private let segment: LandmarkSegment
    private let queries: [Query]
    /// Votes, up to 255.
    private var cells: [UInt8]
    private var isShared: Bool { cells.count < segment.timeline }

    /// Counts the votes.
    ///
    /// Where there would be more than `budget`, the landmarks that occur most often have none: they say least.
    ///
    /// - Parameter queries: The recording's landmarks in order of their hashes, by which the segment is read.
    init(_ queries: [Query], in segment: LandmarkSegment, budget: Int) {
        self.segment = segment
        self.queries = Self.rarest(queries, in: segment, votes: budget)
        var size = 1 << 10
        while size < segment.timeline, size < Self.largestTable { size <<= 1 }
        cells = [UInt8](repeating: 0, count: size)
        let mask = UInt32(size - 1)
        cells.withUnsafeMutableBufferPointer { cells in
            for query in self.queries {
                segment.forEachPlace(of: query.hash) { place in
                    let cell = Int((place &- query.frame) & mask)
                    let votes = cells[cell]
                    cells[cell] = votes &+ (votes == 255 ? 0 : 1)
                }
            }
        }
    }

    private static func rarest(_ queries: [Query], in segment: LandmarkSegment, votes budget: Int) -> [Query] {
        let counts = queries.map { segment.expectedPlaces(of: $0.hash) }
        var total = counts.reduce(0, +)
        guard total > budget else { return queries }
        var most = 0
        for count in counts.sorted(by: >) where total > budget {
            total -= count
            most = count
        }
        return zip(queries, counts).filter { $0.1 < most }.map(\.0)
    }

    /// The starts with the most votes: about `limit` of them, the greatest first.
    func leaders(limit: Int) -> [Leader] {
        let found = greatestCells(limit: limit)
        let leaders = isShared ? tellApart(found.map(\.start)) : found
        return leaders.sorted { ($0.votes, $1.start) > ($1.votes, $0.start) }
    }

    /// The cells that have more votes than their neighbors, of the most votes down to a number that about `limit` have.
    private func greatestCells(limit: Int) -> [Leader] {
        var found: [Leader] = []
        var least = 4
        var enough = Self.bits(reaching: least)
        var histogram = [Int](repeating: 0, count: 1024)
        cells.withUnsafeBytes { cells in
            var first = 0
            while first < cells.count {
                // Eight at a glance: where the greatest of three has less than a third of `least`, all is skipped.
                let eight = cells.loadUnaligned(fromByteOffset: first, as: UInt64.self)
                first += 8
                guard eight & enough != 0 else { continue }
                for i in max(1, first - 8)..<min(first, cells.count - 1) {
                    let votes = cells[i]
                    guard votes >= cells[i - 1], votes > cells[i + 1] else { continue }
                    let sum = Int(votes) + Int(cells[i - 1]) + Int(cells[i + 1])
                    guard sum >= least else { continue }
                    found.append(Leader(start: i, votes: sum))
                    histogram[sum] += 1
                }
                guard found.count >= 4 * limit else { continue }
                // Raise the bar where too many pass it.
                var rest = found.count
                while rest > 2 * limit, least < 1023 {
                    rest -= histogram[least]
                    least += 1
                }
                found.removeAll { $0.votes < least }
                enough = Self.bits(reaching: least)
            }
        }
        found.sort { $0.votes > $1.votes }
        guard found.count > limit else { return found }
        // All that have as many votes as the last one within the limit, unless they are far too many.
        let last = found[limit - 1].votes
        return Array(found.prefix { $0.votes >= last }.prefix(2 * limit))
    }

    /// The bits of which a cell has at least one if it can be the greatest of three whose sum is `least`.
    private static func bits(reaching least: Int) -> UInt64 {
        let third = UInt64(max(2, (least + 2) / 3))
        let power = min(7, UInt64(63 - third.leadingZeroBitCount))
        return (0xFF << power & 0xFF) * 0x0101_0101_0101_0101
    }

    /// Counts again for the starts that fall into the cells, each by itself.
    private func tellApart(_ found: [Int]) -> [Leader] {
        let mask = UInt32(cells.count - 1)
        var marked = [UInt8](repeating: 0, count: cells.count / 8)
        for cell in found {
            for near in cell - 1...cell + 1 { marked[near >> 3] |= 1 << UInt8(near & 7) }
        }
        var counts: [UInt32: Int] = [:]
        marked.withUnsafeBufferPointer { marked in
            for query in queries {
                segment.forEachPlace(of: query.hash) { place in
                    let start = place &- query.frame
                    let cell = start & mask
                    if marked[Int(cell >> 3)] >> UInt8(cell & 7) & 1 != 0 { counts[start, default: 0] += 1 }
                }
            }
        }
        var leaders: [Leader] = []
        for (start, votes) in counts where votes >= 2 {
            let before = counts[start &- 1] ?? 0, after = counts[start &+ 1] ?? 0
            guard votes >= before, votes > after else { continue }
            leaders.append(Leader(start: Int(start), votes: votes + before + after))
        }
        return leaders
    }
}
