/// The ids that a page names, each once and sorted: in order, neighbours share pages of the indexes.
struct DistinctIDs {
    /// By place.
    let ids: [String]
    /// What a statement reads by: `key` is the place of an id, `value` the id.
    let list: JSONList
    /// The place of each id of the page.
    private let places: [Int]

    init(_ ids: [String]) {
        var distinct: [String] = []
        var places = Array(repeating: 0, count: ids.count)
        for index in ids.indices.sorted(by: { ids[$0] < ids[$1] }) {
            if distinct.last != ids[index] { distinct.append(ids[index]) }
            places[index] = distinct.count - 1
        }
        self.places = places
        list = JSONList(distinct)
        self.ids = distinct
    }

    var count: Int { ids.count }

    /// In the order of the page, repeated where it repeats, without what was not found.
    func inOrder<Thing>(_ found: [Thing?]) -> [Thing] {
        places.compactMap { found[$0] }
    }
}
