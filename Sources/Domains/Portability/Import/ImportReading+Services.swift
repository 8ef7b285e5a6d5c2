import Primitives

/// Files of other services.
extension ImportReading {
    func readService(_ tally: inout Tally, _ take: Take) async throws {
        var service = ServiceReading()
        let bytes = try await whole(&tally) { try await folder.bytes(of: file, from: $0, count: Self.chunkSize) }
        guard let lists = try service.read(bytes, named: name) else { throw DomainError.unreadableImport }
        try await send(lists, &tally, take)
        if let rest = service.end() { try await send(rest, &tally, take) }
    }

    /// Files of other kinds are passed over: archives of accounts have many.
    func readService(_ names: [String], _ tally: inout Tally, _ take: Take) async throws {
        var service = ServiceReading()
        for name in names where Self.isWanted(name) {
            let bytes = try await whole(&tally) { offset in
                try await archives.bytes(of: name, in: file, from: offset, count: Self.chunkSize)
            }
            guard let lists = try Self.lists(bytes, named: name, in: &service) else { continue }
            try await send(lists, &tally, take)
        }
        guard service.hasFound else { throw DomainError.unreadableImport }
        if let rest = service.end() { try await send(rest, &tally, take) }
    }

    /// Reads a workbook of Deezer's sheet by sheet, and passes its things on while it is read.
    func readWorkbook(_ names: Set<String>, _ tally: inout Tally, _ take: Take) async throws {
        func part(_ name: String, _ tally: inout Tally) async throws -> [UInt8] {
            try await whole(&tally) { try await archives.bytes(of: name, in: file, from: $0, count: Self.chunkSize) }
        }
        guard names.contains(Workbook.relations) else { throw DomainError.unreadableImport }
        let sheets = try Workbook.sheets(
            try await part(Workbook.index, &tally), try await part(Workbook.relations, &tally)
        ).compactMap { sheet in DeezerSheet(named: sheet.name).map { (path: sheet.path, content: $0) } }
        let wanted = sheets.filter { names.contains($0.path) }
        guard !wanted.isEmpty else { throw DomainError.unreadableImport }
        let texts = names.contains(Workbook.texts) ? try Workbook.texts(try await part(Workbook.texts, &tally)) : []
        var lists = BroughtLists(source: .deezer)
        for var sheet in wanted {
            var rows = WorkbookRows(try await part(sheet.path, &tally), texts: texts)
            while let row = try rows.next() {
                sheet.content.read(row, into: &lists)
                guard lists.items.count + lists.unreadable >= Self.batchSize else { continue }
                try await send(lists.taken(), &tally, take)
            }
        }
        try await send(lists.taken(), &tally, take)
    }

    private func send(_ lists: BroughtLists, _ tally: inout Tally, _ take: Take) async throws {
        try await send(lists.items, lists.unreadable, from: lists.source, &tally, take)
    }

    /// Nil for a file of another kind, and for one that cannot be read: archives have files of both sorts. It is a function
    /// of its own, because the compiler (6.3.1) does not come to an end over a `continue` out of this `catch`.
    private static func lists(
        _ bytes: [UInt8], named name: String, in service: inout ServiceReading
    ) throws(DomainError) -> BroughtLists? {
        do {
            return try service.read(bytes, named: name)
        } catch {
            guard error.reason == DomainError.unreadableImport.reason else { throw error }
            return nil
        }
    }

    private func whole(
        _ tally: inout Tally, from bytes: @Sendable (Int64) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            try Task.checkCancellation()
            let chunk = try await bytes(Int64(all.count))
            all += chunk
            tally.bytes += Int64(chunk.count)
            guard tally.bytes <= bounds.bytes, all.count <= ServiceReading.longestFile else {
                throw DomainError.importTooLarge("A file is too large")
            }
            if chunk.count < Self.chunkSize { return all }
        }
    }

    private static func isWanted(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let isOfSystem = name.hasPrefix(".") || path.hasPrefix("__MACOSX/")
        let end = name.lowercased()
        return !isOfSystem && [".csv", ".xml", ".json"].contains { end.hasSuffix($0) }
    }
}
