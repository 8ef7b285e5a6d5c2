/// Some rows that follow on each other, with the chain as it was when they were read.
package struct JournalRange: Sendable {
    package let rows: [(row: JournalRow, seal: JournalSeal?)]
    package let chain: JournalChain

    package init(rows: [(row: JournalRow, seal: JournalSeal?)], chain: JournalChain) {
        self.rows = rows
        self.chain = chain
    }
}
