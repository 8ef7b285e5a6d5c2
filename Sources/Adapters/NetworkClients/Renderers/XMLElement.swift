import Primitives

/// A small XML document as a tree, read by the bounded reader. Everything in it is a stranger's.
struct XMLElement: Equatable {
    let name: String
    private(set) var text = ""
    private(set) var children: [XMLElement] = []
    private static let most = 4096

    /// The root of a document. Throws `malformed` for what is no small document without a document type.
    static func root(of bytes: [UInt8]) throws(RendererFault) -> XMLElement {
        var reader = XMLReader(bytes)
        var open: [XMLElement] = []
        var count = 0
        while let event = try next(&reader), count <= most {
            switch event {
            case .start(let name):
                count += 1
                open.append(XMLElement(name: name))
            case .text(let text):
                if !open.isEmpty { open[open.count - 1].text += text }
            case .end:
                let closed = open.removeLast()
                guard !open.isEmpty else { return closed }
                open[open.count - 1].children.append(closed)
            }
        }
        throw .malformed
    }

    private static func next(_ reader: inout XMLReader) throws(RendererFault) -> XMLReader.Event? {
        do throws(XMLReader.Fault) { return try reader.next() } catch { throw .malformed }
    }

    /// The first child with this name.
    subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The text of the first child with this name, without space around it; nil where that is empty.
    func value(_ name: String) -> String? {
        guard let text = self[name]?.text else { return nil }
        let words = text.drop(while: \.isWhitespace)
        let end = words.lastIndex { !$0.isWhitespace }
        return end.map { String(words[...$0]) }
    }

    /// This element and all below it with this name.
    func all(_ name: String) -> [XMLElement] {
        (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
}
