import GRDB

extension Migration {
    /// The order of wishes by title.
    static let m0055WishesByTitle = Migration(name: "0055 wishes by title") { db in
        try db.execute(sql: "CREATE INDEX wish_by_title ON wish (title_words, id)")
    }
}
