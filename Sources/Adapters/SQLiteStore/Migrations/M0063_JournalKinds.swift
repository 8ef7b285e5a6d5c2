import GRDB

extension Migration {
    /// The journal without plays, which are by far the most of its entries, and by the kind of thing that an entry is about.
    static let m0063JournalKinds = Migration(name: "0063 journal kinds") { db in
        try db.execute(
            sql: """
                CREATE INDEX journal_without_plays ON journal (at, number) WHERE action <> 'play.record';
                CREATE INDEX journal_of_kind ON journal (subject_kind, at, number);
                CREATE INDEX journal_of_kind_without_plays ON journal (subject_kind, at, number)
                  WHERE action <> 'play.record';
                """)
    }
}
