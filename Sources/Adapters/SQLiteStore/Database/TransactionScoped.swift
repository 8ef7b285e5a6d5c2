import GRDB
import Primitives

/// Reads or writes rows within one transaction.
protocol TransactionScoped {
    init(db: Database)
}

extension TransactionScoped {
    init(_ db: Database) {
        self.init(db: db)
    }
}

/// Reads the rows of the libraries in a scope, within one transaction.
protocol LibraryScoped {
    init(db: Database, scope: LibraryScope)
}

extension LibraryScoped {
    init(_ db: Database, _ scope: LibraryScope) {
        self.init(db: db, scope: scope)
    }
}
