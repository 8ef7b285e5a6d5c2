package import HTTPTypes
package import Hummingbird
package import Primitives

/// Responses of a surface. They are not cached unless their endpoint says so.
extension Response {
    /// A JSON response that must not be cached.
    package static func json(_ content: some JSONWritable, status: HTTPResponse.Status = .ok, capacity: Int = 1024)
        -> Response
    {
        var writer = JSONWriter(capacity: capacity)
        content.write(to: &writer)
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: writer.buffer))
    }

    package static func empty(_ status: HTTPResponse.Status = .noContent) -> Response {
        Response(status: status, headers: [.cacheControl: "private, no-store"])
    }
}

/// A page in the form of every paged list.
extension Page: JSONWritable where Item: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", items)
            json.field("nextCursor", next?.text)
        }
    }
}

/// A list that is short by nature and is sent whole.
package struct ListBody<Item: JSONWritable>: JSONWritable {
    private let items: [Item]

    package init(_ items: [Item]) {
        self.items = items
    }

    package func write(to json: inout JSONWriter) {
        json.object { $0.field("items", items) }
    }
}
