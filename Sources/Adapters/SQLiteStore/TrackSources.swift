import Streaming

extension SQLiteCatalogStore: TrackSources {
    package var revision: UInt64 { UInt64(bitPattern: database.changes.revision(of: .catalogue)) }
}
