/// The result of checking every row of the journal against its seal.
package struct JournalVerification: Sendable, Equatable {
    package enum Fault: String, Sendable, CaseIterable {
        /// The row's content or its seal was changed.
        case changed
        /// The row is missing.
        case missing
        /// The rows before this one were removed, and no entry records it.
        case cutWithoutEntry
        /// The row differs from the one that was noted for its number.
        case notAsNoted
        /// The noted row was cut off since, by a sealed entry that exists: nothing is left to compare it with.
        case cutOff
    }

    /// The first row that is wrong.
    package struct Finding: Sendable, Equatable {
        package let number: Int64
        package let fault: Fault
        /// The row's id, if the row exists.
        package let id: String?

        package init(number: Int64, fault: Fault, id: String? = nil) {
            self.number = number
            self.fault = fault
            self.id = id
        }
    }

    /// The number of rows that are correct.
    package let checked: Int64
    /// The last row that was cut, by a sealed entry that exists.
    package let cutThrough: Int64
    /// The last row that is correct. Noting it elsewhere makes it possible to detect that the whole journal was
    /// rewritten.
    package let head: JournalChain.Point
    /// Nil when everything is correct.
    package let finding: Finding?

    package var isIntact: Bool { finding == nil }
}

/// The state of verifying a journal, range by range.
struct JournalWalk {
    private let noted: JournalChain.Point?
    private var cut: JournalChain.Point?
    private var head = JournalChain.Point(number: 0, seal: .start)
    private var checked: Int64 = 0
    private var isCutRecorded = false

    init(noted: JournalChain.Point?) {
        self.noted = noted
    }

    /// The number of the last row that is correct.
    var position: Int64 { head.number }

    /// Starts again when the journal was cut meanwhile. Returns whether the rows have to be read again from another
    /// position.
    mutating func begins(anewWith chain: JournalChain) -> Bool {
        if cut == chain.cut { return false }
        let isElsewhere = chain.cut.number != head.number
        let noted = noted
        self = JournalWalk(noted: noted)
        (cut, head) = (chain.cut, chain.cut)
        isCutRecorded = chain.cut.number == 0
        return isElsewhere
    }

    /// The result, once it is known.
    mutating func take(_ range: JournalRange, isLast: Bool) -> JournalVerification? {
        if let noted, let cut, noted.number == cut.number, noted.seal != cut.seal {
            return found(.notAsNoted, noted.number)
        }
        for (row, seal) in range.rows {
            let number = head.number + 1
            guard row.number == number else { return found(.missing, number) }
            guard let seal, head.seal.next(row) == seal else { return found(.changed, number, row.id) }
            if let noted, noted.number == number, noted.seal != seal { return found(.notAsNoted, number, row.id) }
            if !isCutRecorded, let cut { isCutRecorded = JournalCut.isEntry(row, of: cut) }
            head = JournalChain.Point(number: number, seal: seal)
            checked += 1
        }
        guard isLast else { return nil }
        if range.chain.head.number > head.number { return found(.missing, head.number + 1) }
        if range.chain.head != head { return found(.changed, head.number) }
        if let noted, noted.number > head.number { return found(.missing, head.number + 1) }
        if !isCutRecorded, let cut { return found(.cutWithoutEntry, cut.number + 1) }
        // Last of all, after it is known that the rows that exist are as they were written.
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
    private static let batch = 2_000

    /// Checks every row of a journal that nobody writes to against its seal.
    ///
    /// - Parameters:
    ///   - noted: a row that was noted elsewhere.
    ///   - read: the rows after a number, at most the given limit.
    package static func reading(
        noted: JournalChain.Point?, _ read: (_ after: Int64, _ limit: Int) throws -> JournalRange
    ) throws -> JournalVerification {
        var walk = JournalWalk(noted: noted)
        while true {
            let rows = try read(walk.position, batch)
            if walk.begins(anewWith: rows.chain) { continue }
            if let result = walk.take(rows, isLast: rows.rows.count < batch) { return result }
        }
    }
}
