import Primitives

/// Reads the tables of a workbook in Office Open XML (`.xlsx`; ECMA-376 part 1, §12.3 and §18): a zip of XML files. Only the
/// text of cells is read. No formula is computed, and no address within is followed.
enum Workbook {
    /// A table, and the path of its file in the zip.
    struct Sheet: Equatable {
        let name: String
        let path: String
    }

    static let index = "xl/workbook.xml"
    static let relations = "xl/_rels/workbook.xml.rels"
    /// The texts that cells refer to by their number.
    static let texts = "xl/sharedStrings.xml"
    private static let mostSheets = 256
    private static let mostTexts = 1_000_000
    /// The most characters of a cell. Longer ones were not typed by a user.
    private static let longestText = 4096

    /// The sheets in their order.
    ///
    /// - Parameters:
    ///   - index: names the sheets, each with the id of a relation.
    ///   - relations: has the path of each id.
    static func sheets(_ index: [UInt8], _ relations: [UInt8]) throws(DomainError) -> [Sheet] {
        do {
            let paths = try paths(relations)
            var reader = XMLReader(index)
            var sheets: [Sheet] = []
            while let event = try reader.next() {
                guard event == .start("sheet"), let name = reader.attributes["name"],
                    let path = reader.attributes["id"].flatMap({ paths[$0] }), sheets.count < mostSheets
                else { continue }
                sheets.append(Sheet(name: name, path: path))
            }
            return sheets
        } catch {
            throw .unreadableImport
        }
    }

    /// Paths in the zip by the ids of their relations. A path begins at the folder of the workbook, or at the root.
    private static func paths(_ relations: [UInt8]) throws(XMLReader.Fault) -> [String: String] {
        var reader = XMLReader(relations)
        var paths: [String: String] = [:]
        while let event = try reader.next() {
            guard event == .start("Relationship"), let id = reader.attributes["Id"],
                let target = reader.attributes["Target"], paths.count < mostSheets
            else { continue }
            paths[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
        }
        return paths
    }

    /// The shared texts in their order.
    static func texts(_ bytes: [UInt8]) throws(DomainError) -> [String] {
        var reader = XMLReader(bytes)
        var texts: [String] = []
        do {
            while let event = try reader.next() {
                guard event == .start("si") else { continue }
                guard texts.count < mostTexts else { throw DomainError.importTooLarge("The workbook is too large") }
                texts.append(try text(of: &reader))
            }
        } catch {
            throw error as? DomainError ?? .unreadableImport
        }
        return texts
    }

    /// The text of the open cell or shared text, through its end: its value, or the parts of formatted text. How it is
    /// spoken (`rPh`) and how it is computed (`f`) are no part of it.
    fileprivate static func text(of reader: inout XMLReader) throws(XMLReader.Fault) -> String {
        var text = ""
        while let name = try reader.child() {
            guard text.utf8.count < longestText else {
                try reader.passElement()
                continue
            }
            switch name {
            case "v", "t": text += try reader.content(upTo: longestText)
            case "is", "r": text += try Self.text(of: &reader)
            default: try reader.passElement()
            }
        }
        return text
    }
}

/// The rows of a sheet, one after the other.
struct WorkbookRows {
    /// Cells beyond are passed over.
    private static let mostColumns = 64

    private var reader: XMLReader
    private let texts: [String]

    /// - Parameter texts: the workbook's shared texts.
    init(_ bytes: [UInt8], texts: [String]) {
        reader = XMLReader(bytes)
        self.texts = texts
    }

    /// The texts of the next row that has any, by column; nil at the end.
    mutating func next() throws(DomainError) -> [String]? {
        do {
            while let event = try reader.next() {
                guard event == .start("row") else { continue }
                let cells = try row()
                if cells.contains(where: { !$0.isEmpty }) { return cells }
            }
            return nil
        } catch {
            throw .unreadableImport
        }
    }

    private mutating func row() throws(XMLReader.Fault) -> [String] {
        var cells: [String] = []
        var column = 0
        while let name = try reader.child() {
            guard name == "c" else {
                try reader.passElement()
                continue
            }
            column = reader.attributes["r"].flatMap(Self.column) ?? column
            let isShared = reader.attributes["t"] == "s"
            let text = try Workbook.text(of: &reader)
            if column < Self.mostColumns {
                while cells.count <= column { cells.append("") }
                cells[column] = isShared ? shared(text) : text
            }
            column += 1
        }
        return cells
    }

    private func shared(_ number: String) -> String {
        Int(number).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    }

    /// The column of a cell's address: 0 for `A7`, 26 for `AA1`; nil for no address.
    private static func column(_ address: String) -> Int? {
        let letters = address.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    }
}
