import Accounts
import HTTPSupport

/// A new device key with its text, which is told this once.
struct IssuedDeviceKeyBody: JSONWritable {
    let issued: IssuedDeviceKey
    let server: String
    let qrCode: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("key", DeviceKeyBody(listed: ListedDeviceKey(key: issued.key, isUsable: true)))
            json.field("server", server)
            json.field("username", issued.username)
            json.field("text", issued.text)
            json.field("qrCode", qrCode)
        }
    }
}
