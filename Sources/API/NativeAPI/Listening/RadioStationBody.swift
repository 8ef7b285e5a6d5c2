import HTTPSupport
import Listening
import Primitives

struct RadioStationBody: JSONWritable {
    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("streamUrl", .text), ("createdAt", .instant)],
        optional: [("homePageUrl", .text)])

    let station: RadioStation

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", station.id.rawValue)
            json.field("name", station.name)
            json.field("streamUrl", station.stream.text)
            json.field("homePageUrl", station.homePage?.text)
            json.field("createdAt", station.createdAt)
        }
    }
}
