import HTTPSupport
import Primitives
import Shelf

/// What clients say about wishes, each taken with its bounds.
enum WishFields {
    static func draft(_ fields: consuming JSONFields) throws(DomainError) -> WishDraft {
        var fields = fields
        let title = try fields.text("title", upTo: 8192)
        let artist = try fields.optionalText("artist", upTo: 8192) ?? ""
        let note = try fields.optionalText("note", upTo: 16 * 1024) ?? ""
        try fields.end()
        return try WishDraft(title: title, artist: artist, note: note)
    }

    static func change(_ fields: consuming JSONFields) throws(DomainError) -> WishChange {
        var fields = fields
        let title = try fields.optionalText("title", upTo: 8192)
        let artist = try fields.optionalText("artist", upTo: 8192)
        let note = try fields.optionalText("note", upTo: 16 * 1024)
        try fields.end()
        return try WishChange(title: title, artist: artist, note: note)
    }

    static func fulfilment(_ fields: consuming JSONFields) throws(DomainError) -> WishFulfilment {
        var fields = fields
        let isShelved = try fields.optionalFlag("shelve") ?? true
        let draft = try ShelfFields.draft(&fields)
        try fields.end()
        return try WishFulfilment(draft, isShelved: isShelved)
    }
}
