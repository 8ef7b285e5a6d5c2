import HTTPSupport

/// `{}`: go and look.
struct EmptyEventBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { _ in }
    }
}

struct QueueEventBody: JSONWritable {
    let revision: Int64
    let client: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("revision", revision)
            json.field("client", client)
        }
    }
}

struct CatalogueEventBody: JSONWritable {
    let revision: Int64

    func write(to json: inout JSONWriter) {
        json.object { $0.field("revision", revision) }
    }
}

struct SessionEventBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { $0.field("ended", true) }
    }
}
