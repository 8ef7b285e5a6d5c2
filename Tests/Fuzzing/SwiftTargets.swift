// Runs stand-alone parsers under libFuzzer. Tests/fuzz compiles them and this file as one module. The first byte of an
// input selects the parser for the rest. The parsers must not trap. Tests/App/GeneratedInputTests checks their results.

@_cdecl("LLVMFuzzerTestOneInput")
public func parse(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: data, count: count)
    guard let kind = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    switch kind % 9 {
    case 0: xml(bytes)
    case 1: lyrics(String(decoding: bytes, as: UTF8.self))
    case 2: ranges(String(decoding: bytes, as: UTF8.self))
    case 3: link(String(decoding: bytes, as: UTF8.self))
    case 4: pieces(bytes)
    case 5: rows(bytes)
    case 6: values(bytes)
    case 7: feed(bytes)
    default: workbook(bytes)
    }
    return 0
}

private func xml(_ bytes: [UInt8]) {
    var reader = XMLReader(bytes)
    var events = 0
    while let event = try? reader.next() {
        events += event == .end ? 1 : 2
        precondition(events <= 4 * bytes.count)
    }
}

private func lyrics(_ text: String) {
    guard let lyrics = StoredLyrics(source: .tag, language: nil, text: text).lyrics.first else { return }
    for line in lyrics.lines {
        for word in line.words { precondition(!word.text(in: line.text).isEmpty) }
    }
}

private func ranges(_ field: String) {
    for size: Int64 in [0, 1, 100, .max] {
        guard case .parts(let parts) = ByteRanges(field, size: size) else { continue }
        precondition(parts.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= size })
    }
}

private func link(_ text: String) {
    guard let link = try? LinkAddress(text) else { return }
    _ = try? link.following(link.lastPart)
    precondition(link.text.utf8.count > LinkAddress.longest || (try? LinkAddress(link.text)) == link)
}

private func pieces(_ bytes: [UInt8]) {
    var pieces = JSONChunks()
    guard (try? pieces.feed(bytes)) != nil else { return }
    try? pieces.end()
}

private func rows(_ bytes: [UInt8]) {
    var lines = CSVLines()
    guard (try? lines.feed(bytes)) != nil else { return }
    _ = lines.end()
}

private func values(_ bytes: [UInt8]) {
    guard var reader = try? CBORReader(bytes) else { return }
    var position = 0
    while (try? reader.next()) != nil {
        precondition(reader.position > position && reader.position <= bytes.count)
        position = reader.position
    }
}

private func feed(_ bytes: [UInt8]) {
    guard let feed = try? FeedReader.read(bytes) else { return }
    precondition(feed.items.count <= FeedReader.mostItems && feed.items.allSatisfy { !$0.audio.isEmpty })
}

private func workbook(_ bytes: [UInt8]) {
    _ = try? Workbook.sheets(bytes, bytes)
    var rows = WorkbookRows(bytes, texts: (try? Workbook.texts(bytes)) ?? [])
    while let row = try? rows.next() { precondition(row.contains { !$0.isEmpty }) }
}
