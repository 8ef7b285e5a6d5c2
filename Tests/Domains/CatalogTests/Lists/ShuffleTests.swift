import Testing

@testable import SQLiteStore

@Suite("A shuffle") struct ShuffleTests {
    @Test("contains every number once, and finds its position", arguments: [1, 2, 3, 4, 5, 16, 17, 255, 1000, 4097])
    func permutation(bound: Int64) {
        for seed in [Int64(0), 1, -1, .max, 4711] {
            let shuffle = Shuffle(seed: seed, bound: bound)
            let numbers = (0..<bound).map { shuffle.number(at: $0) }
            #expect(numbers.sorted() == Array(0..<bound))
            #expect(zip(0..., numbers).allSatisfy { shuffle.place(of: $1) == $0 })
        }
    }

    /// In 1,000 shuffles of 100 numbers, each number is at each place about ten times. More than forty times has a
    /// chance of about one in a million.
    @Test("is unbiased") func even() {
        var counts: [[Int]] = Array(repeating: Array(repeating: 0, count: 100), count: 100)
        for seed in Int64(0)..<1000 {
            let shuffle = Shuffle(seed: seed, bound: 100)
            for place in 0..<100 { counts[place][Int(shuffle.number(at: Int64(place)))] += 1 }
        }
        #expect(counts.joined().max() ?? 0 <= 40)
        #expect(counts.joined().min() ?? 0 >= 0)
    }
}
