import GRDB

extension Migration {
    /// Files without a picture are read again by the next scan: kinds of pictures are taken now that were left out before.
    static let m0041FurtherPictures = Migration(name: "0041 further pictures") { db in
        try db.execute(sql: "UPDATE track SET tags_version = 0 WHERE embedded_cover IS NULL AND cover IS NULL")
    }
}
