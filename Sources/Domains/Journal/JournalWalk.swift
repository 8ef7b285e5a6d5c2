/// The state of verifying a journal, stretch by stretch.
struct JournalWalk {
    private let noted: JournalChain.Point?
    private var cut: JournalChain.Point?
    private var head = JournalChain.Point(number: 0, seal: .start)
    private var checked: Int64 = 0
    private var isCutTold = false

    init(noted: JournalChain.Point?) {
        self.noted = noted
    }

    /// The number of the last row that is right.
    var position: Int64 { head.number }

    /// Whether the walk has to read once more because it begins at another place than it read from.
    mutating func begins(anewWith chain: JournalChain) -> Bool {
        if cut == chain.cut { return false }
        let isElsewhere = chain.cut.number != head.number
        let noted = noted
        self = JournalWalk(noted: noted)
        (cut, head) = (chain.cut, chain.cut)
        isCutTold = chain.cut.number == 0
        return isElsewhere
    }

    /// The result, once it is known.
    mutating func take(_ stretch: JournalRange, isLast: Bool) -> JournalVerification? {
        if let noted, let cut, noted.number == cut.number, noted.seal != cut.seal {
            return found(.notAsNoted, noted.number)
        }
        for (row, seal) in stretch.rows {
            let number = head.number + 1
            guard row.number == number else { return found(.missing, number) }
            guard let seal, head.seal.next(row) == seal else { return found(.changed, number, row.id) }
            if let noted, noted.number == number, noted.seal != seal { return found(.notAsNoted, number, row.id) }
            if !isCutTold, let cut { isCutTold = JournalCut.isEntry(row, of: cut) }
            head = JournalChain.Point(number: number, seal: seal)
            checked += 1
        }
        guard isLast else { return nil }
        if stretch.chain.head.number > head.number { return found(.missing, head.number + 1) }
        if stretch.chain.head != head { return found(.changed, head.number) }
        if let noted, noted.number > head.number { return found(.missing, head.number + 1) }
        if !isCutTold, let cut { return found(.cutWithoutEntry, cut.number + 1) }
        // Last of all: the rows that are there are as they were written, which is worth knowing.
        if let noted, let cut, noted.number < cut.number { return found(.cutOff, noted.number) }
        return JournalVerification(checked: checked, cutThrough: cut?.number ?? 0, head: head, finding: nil)
    }

    private func found(
        _ fault: JournalVerification.Fault, _ number: Int64, _ id: String? = nil
    ) -> JournalVerification {
        JournalVerification(
            checked: checked, cutThrough: cut?.number ?? 0, head: head,
            finding: JournalVerification.Finding(number: number, fault: fault, id: id))
    }
}

extension JournalVerification {
    private static let stretch = 2_000

    /// Holds every row of a journal that nobody writes to against its seal.
    ///
    /// - Parameters:
    ///   - noted: a row as it was noted down elsewhere.
    ///   - read: the rows behind a number, at most as many as it is told.
    package static func reading(
        noted: JournalChain.Point?, _ read: (_ after: Int64, _ limit: Int) throws -> JournalRange
    ) throws -> JournalVerification {
        var walk = JournalWalk(noted: noted)
        while true {
            let rows = try read(walk.position, stretch)
            if walk.begins(anewWith: rows.chain) { continue }
            if let result = walk.take(rows, isLast: rows.rows.count < stretch) { return result }
        }
    }
}
