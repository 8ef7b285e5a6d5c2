import GRDB

/// One step of the schema's history: a transaction that runs once in a database's lifetime.
///
/// A migration is never edited once it is published. It uses no type of the application, so that it never changes its
/// effect.
struct Migration: Sendable {
    let name: String
    let apply: @Sendable (Database) throws -> Void
}

extension [Migration] {
    /// All migrations in the order in which they run.
    static let all: [Migration] = [.m0096Baseline]
}
