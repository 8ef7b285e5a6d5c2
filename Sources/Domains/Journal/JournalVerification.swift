/// What came of holding every row of the journal against its seal.
package struct JournalVerification: Sendable, Equatable {
    package enum Fault: String, Sendable, CaseIterable {
        /// The row does not say what it was sealed with, or its seal is another.
        case changed
        /// There is no such row.
        case missing
        /// What came before this row was removed, and no entry tells of that.
        case cutWithoutEntry
        /// The row is not the one that was noted down for its number.
        case notAsNoted
        /// The row that was noted down was cut off since, by a sealed entry that is there: nothing is left to compare it with.
        case cutOff
    }

    /// The first bad row.
    package struct Finding: Sendable, Equatable {
        package let number: Int64
        package let fault: Fault
        /// The row's id, where it is there.
        package let id: String?

        package init(number: Int64, fault: Fault, id: String? = nil) {
            self.number = number
            self.fault = fault
            self.id = id
        }
    }

    /// Rows that were found to be right.
    package let checked: Int64
    /// Up to here the journal was cut, by a sealed entry that is there.
    package let cutThrough: Int64
    /// The last row that is right. To have noted it down elsewhere is what shows a journal that was written anew as a whole.
    package let head: JournalChain.Point
    /// Nil when all is right.
    package let finding: Finding?

    package init(checked: Int64, cutThrough: Int64, head: JournalChain.Point, finding: Finding?) {
        self.checked = checked
        self.cutThrough = cutThrough
        self.head = head
        self.finding = finding
    }

    package var isIntact: Bool { finding == nil }
}
