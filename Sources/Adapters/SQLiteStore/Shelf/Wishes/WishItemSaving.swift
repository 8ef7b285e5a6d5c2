import Primitives
import Catalog
import Shelf

extension ShelfItemWriter {
    /// The item that a wish becomes: see `WishStore.fulfil`.
    func save(_ fulfilment: WishFulfilment, _ item: ID<ShelfItem>, cover: BlobKey?) throws -> ID<ShelfItem>? {
        let draft = fulfilment.draft
        let subject: AnnotationSubject
        switch draft.content {
        case .entry:
            try add(draft, item)
            if let cover { try edit(item, ShelfItemChange(cover: .some(cover))) }
            return item
        case .track(let id): subject = .track(id)
        case .album(let id): subject = .album(id)
        }
        try check(subject)
        guard fulfilment.isShelved else { return nil }
        guard let held = try holder(of: subject) else {
            try add(draft, item)
            return item
        }
        try edit(
            held,
            ShelfItemChange(
                comment: draft.comment.isEmpty ? nil : draft.comment, rating: draft.rating.map { .some($0) },
                folder: draft.folder.map { .some($0) }))
        return held
    }
}
