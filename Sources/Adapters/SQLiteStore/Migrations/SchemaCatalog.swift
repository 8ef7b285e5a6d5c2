import GRDB

/// A description of a database's schema that does not depend on how the schema was made: `ALTER TABLE` leaves other
/// texts in `sqlite_schema` than `CREATE TABLE`.
///
/// Columns, keys, references and indexes are described by what PRAGMAs say. Only the texts say the rest: checks,
/// generated columns, collations, triggers, views, full-text tables and the conditions of indexes. Their words are
/// compared, without comments, spaces and the quotation marks of plain names.
struct SchemaCatalog: Equatable {
    /// Descriptions by what they describe, such as "column title of track".
    private(set) var facts: [String: String] = [:]

    /// Describes everything but SQLite's and the migrator's own tables.
    init(_ db: Database) throws {
        var texts: [String: [String]] = [:]
        // A hostile file may have values that are no texts there.
        let schema = try Row.fetchAll(
            db,
            sql: """
                SELECT type || '' AS type, name || '' AS name, tbl_name || '' AS tbl_name, sql || '' AS sql
                FROM sqlite_schema WHERE sql IS NOT NULL
                """)
        for row in schema {
            let (name, words) = (Self.name(row), SQLWords.words(of: row["sql"] as String? ?? ""))
            if row["type"] as String? == "trigger" {
                // A trigger may have the name of a table.
                note("trigger \(name) of \(row["tbl_name"] as String? ?? "")", words.joined(separator: " "))
            } else {
                texts[name] = words
            }
        }
        let tables = try Row.fetchAll(
            db,
            sql: """
                SELECT name, type, wr, strict FROM pragma_table_list
                WHERE schema = 'main' AND type <> 'shadow' AND name <> 'grdb_migrations'
                  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        for table in tables {
            let (name, type) = (Self.name(table), table["type"] as String? ?? "")
            guard type == "table" else {
                note(
                    "\(type == "virtual" ? "virtual table" : type) \(name)",
                    texts[name, default: []].joined(separator: " "))
                continue
            }
            note("table \(name)", Self.text(table, "wr", "strict"))
            try noteColumns(of: name, db)
            try noteReferences(of: name, db)
            try noteIndexes(of: name, texts, db)
            noteClauses(of: name, texts[name, default: []])
        }
    }

    /// The objects that are missing, are there too, or differ from `other`, by name; empty if there are none.
    func differences(from other: SchemaCatalog) -> [String] {
        Set(facts.keys).union(other.facts.keys).sorted().compactMap { key in
            switch (facts[key], other.facts[key]) {
            case (let one?, let other?): one == other ? nil : "\(key) differs"
            case (nil, _): "\(key) is missing"
            case (_, nil): "\(key) is not expected"
            }
        }
    }

    private mutating func note(_ key: String, _ fact: String) {
        facts[key] = facts[key].map { $0 + "; " + fact } ?? fact
    }

    private static func name(_ row: Row) -> String { row["name"] as String? ?? "" }

    /// Some columns of a row, with their names.
    private static func text(_ row: Row, _ columns: String...) -> String {
        columns.map { "\($0) \(row[$0] as DatabaseValue)" }.joined(separator: ", ")
    }

    private mutating func noteColumns(of table: String, _ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT * FROM pragma_table_xinfo(?)", arguments: [table]) {
            note(
                "column \(Self.name(row)) of \(table)",
                Self.text(row, "type", "cid", "notnull", "dflt_value", "pk", "hidden"))
        }
    }

    private mutating func noteReferences(of table: String, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq", arguments: [table])
        for parts in Dictionary(grouping: rows, by: { $0["id"] as DatabaseValue }).values {
            let columns = parts.map { $0["from"] as String? ?? "" }.joined(separator: ", ")
            note(
                "reference (\(columns)) of \(table)",
                parts.map { Self.text($0, "table", "to", "on_update", "on_delete", "match") }.joined(separator: "; "))
        }
    }

    private mutating func noteIndexes(of table: String, _ texts: [String: [String]], _ db: Database) throws {
        for index in try Row.fetchAll(db, sql: "SELECT * FROM pragma_index_list(?)", arguments: [table]) {
            let name = Self.name(index)
            let parts = try Row.fetchAll(
                db, sql: "SELECT * FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno", arguments: [name])
            let columns = parts.map { $0["name"] as String? ?? "expression" }.joined(separator: ", ")
            // The names of indexes that constraints make depend on the order of the constraints.
            note(
                (index["origin"] as String? == "c" ? "index \(name)" : "key (\(columns))") + " of \(table)",
                ([Self.text(index, "origin", "unique", "partial")] + parts.map { Self.text($0, "name", "coll", "desc") }
                    + texts[name, default: []]).joined(separator: " "))
        }
    }

    /// Notes the clauses of a table's text of which no PRAGMA tells, in no order.
    private mutating func noteClauses(of table: String, _ words: [String]) {
        var column = ""
        var depth = 0
        for (index, word) in words.enumerated() {
            switch word {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            guard depth == 1 else { continue }
            if index > 0, words[index - 1] == "(" || words[index - 1] == "," { column = word }
            let next = index + 1 < words.count ? words[index + 1] : ""
            switch word {
            case "check": note("check \(Self.group(after: index, in: words)) of \(table)", "")
            case "as" where next == "(": note("value of \(column) of \(table)", Self.group(after: index, in: words))
            case "collate": note("collation of \(column) of \(table)", next)
            case "conflict": note("conflict of \(column) of \(table)", next)
            case "autoincrement": note("autoincrement of \(column) of \(table)", "")
            default: break
            }
        }
    }

    /// The words in the parentheses that follow a word.
    private static func group(after index: Int, in words: [String]) -> String {
        var (depth, group): (Int, [String]) = (0, [])
        for word in words[(index + 1)...] {
            depth += word == "(" ? 1 : word == ")" ? -1 : 0
            group.append(word)
            if depth == 0 { break }
        }
        return group.joined(separator: " ")
    }
}

/// Splits SQL into words.
enum SQLWords {
    /// The words and signs of `sql` without comments and spaces. Keywords and plain names are in lower case, and have no
    /// quotation marks; strings are as they were written.
    static func words(of sql: String) -> [String] {
        var (words, rest): ([String], Substring.UnicodeScalarView) = ([], Substring(sql).unicodeScalars)
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if rest.starts(with: "--".unicodeScalars) {
                rest = rest.drop { $0 != "\n" }
            } else if rest.starts(with: "/*".unicodeScalars) {
                rest.removeFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
                rest = rest.dropFirst(2)
            } else if let closing = quotes[first] {
                words.append(quoted(until: closing, &rest))
            } else if isPlain(first) {
                let word = rest.prefix(while: isPlain)
                words.append(String(word).lowercased())
                rest = rest[word.endIndex...]
            } else {
                words.append(String(rest.removeFirst()))
            }
        }
        return words
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || scalar.value > 127 || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
    }

    /// Takes a quoted word from `rest`. A closing quotation mark that is doubled belongs to the word.
    private static func quoted(
        until closing: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
    ) -> String {
        let opening = rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == closing {
                guard rest.first == closing, closing != "]" else { break }
                rest.removeFirst()
                text.append(closing)
            }
            text.append(scalar)
        }
        let isName = opening != "'" && !text.isEmpty && text.allSatisfy(isPlain)
        return isName ? String(text).lowercased() : "\(opening)\(String(text))\(closing)"
    }
}
