package import HTTPSupport
package import Journal

/// What came of verifying the journal.
package struct JournalVerificationBody: JSONWritable {
    private let result: JournalVerification

    package init(result: JournalVerification) {
        self.result = result
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("intact", result.isIntact)
            json.field("checked", result.checked)
            json.field("cutThrough", result.cutThrough)
            json.field("head", result.head.text)
            if let finding = result.finding {
                json.field("badNumber", finding.number)
                json.field("badId", finding.id)
                json.field("fault", finding.fault.rawValue)
            }
        }
    }

    static let schema = Schema.object(
        required: [("intact", .flag), ("checked", .integer), ("cutThrough", .integer), ("head", .text)],
        optional: [
            ("badNumber", .integer), ("badId", .text),
            ("fault", .choice(JournalVerification.Fault.allCases.map(\.rawValue))),
        ])
}
