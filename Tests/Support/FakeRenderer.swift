import Foundation
import Synchronization

/// A UPnP AV renderer on this machine that makes no sound and behaves as a test says.
package final class FakeRenderer: Sendable {
    package struct Script: Sendable {
        package var name = "Kitchen"
        package var udn = "uuid:kitchen"
        /// Replaces its own description.
        package var description: [FileServer.Step]?
        /// Replaces its reply to each action.
        package var answer: [FileServer.Step]?
        package var state = "NO_MEDIA_PRESENT"
        package var status = "OK"
        package var address = ""
        package var metadata = ""
        package var next = ""
        package var second = 0
        package var volume = 7
        package var loudest = 50
        package var takesNext = true
        package var sinks = "http-get:*:audio/mpeg:*,http-get:*:audio/x-wav:*"
        /// The error code for each action, and how often it is returned. Negative means always.
        package var faults: [String: (code: Int, times: Int)] = [:]
        /// The actions that change something, with their arguments, in order.
        package var calls: [String] = []
    }

    private final class Shared: Sendable {
        let script = Mutex(Script())
    }

    private let server: FileServer
    private let shared: Shared

    package init(port: Int = 0) async throws {
        let shared = Shared()
        self.shared = shared
        server = try await FileServer(port: port) { request in
            shared.script.withLock { Self.answer(request, &$0) }
        }
    }

    package var port: Int { server.port }
    package var location: String { "http://127.0.0.1:\(port)/description.xml" }
    package var script: Script { shared.script.withLock { $0 } }
    package var connections: Int { server.connections }
    package func change(_ body: (inout Script) -> Void) { shared.script.withLock { body(&$0) } }

    private static func answer(_ request: String, _ script: inout Script) -> [FileServer.Step] {
        if request.hasPrefix("GET /description.xml ") {
            return script.description ?? xml(description(name: script.name, udn: script.udn))
        }
        if request.hasPrefix("GET /transport.xml ") {
            let next = script.takesNext ? "<action><name>SetNextAVTransportURI</name></action>" : ""
            return xml("<scpd><actionList><action><name>Play</name></action>\(next)</actionList></scpd>")
        }
        if request.hasPrefix("GET /volume.xml ") {
            return xml(
                "<scpd><serviceStateTable><stateVariable><name>Volume</name><allowedValueRange><minimum>0</minimum>"
                    + "<maximum>\(script.loudest)</maximum></allowedValueRange></stateVariable></serviceStateTable></scpd>"
            )
        }
        if let answer = script.answer { return answer }
        let fields = request.components(separatedBy: "\r\n")
        let action =
            fields.first { $0.lowercased().hasPrefix("soapaction:") }?.split(separator: "#").last?
            .trimmingCharacters(in: ["\"", " "]) ?? ""
        if let fault = script.faults[action], fault.times != 0 {
            script.faults[action]?.times -= 1
            return refusal(fault.code)
        }
        return reply(action, act(action, request, &script))
    }

    private static func act(_ action: String, _ request: String, _ script: inout Script) -> [(String, String)] {
        func value(_ name: String) -> String {
            guard let start = request.range(of: "<\(name)>"), let end = request.range(of: "</\(name)>") else {
                return ""
            }
            return unescaped(String(request[start.upperBound..<end.lowerBound]))
        }
        switch action {
        case "GetProtocolInfo": return [("Source", ""), ("Sink", script.sinks)]
        case "GetTransportInfo":
            return [
                ("CurrentTransportState", script.state), ("CurrentTransportStatus", script.status),
                ("CurrentSpeed", "1"),
            ]
        case "GetPositionInfo":
            let time = "0:\(two(script.second / 60)):\(two(script.second % 60))"
            return [("Track", "1"), ("TrackURI", script.address), ("RelTime", time)]
        case "GetVolume": return [("CurrentVolume", "\(script.volume)")]
        case "SetAVTransportURI":
            (script.address, script.metadata) = (value("CurrentURI"), value("CurrentURIMetaData"))
            (script.state, script.second, script.next) = ("STOPPED", 0, "")
            script.calls.append("set")
        case "SetNextAVTransportURI":
            script.next = value("NextURI")
            script.calls.append(script.next.isEmpty ? "next nothing" : "next")
        case "Play":
            script.state = "PLAYING"
            script.calls.append("play")
        case "Pause":
            script.state = "PAUSED_PLAYBACK"
            script.calls.append("pause")
        case "Stop":
            script.state = "STOPPED"
            script.calls.append("stop")
        case "Seek":
            script.calls.append("seek \(value("Target"))")
            let parts = value("Target").split(separator: ":").compactMap { Int($0) }
            script.second = parts.reduce(0) { $0 * 60 + $1 }
        case "SetVolume":
            script.volume = Int(value("DesiredVolume")) ?? -1
            script.calls.append("volume \(script.volume)")
        default: break
        }
        return []
    }

    /// A description like those of real renderers.
    package static func description(
        name: String = "Kitchen", udn: String = "uuid:kitchen", control: String = "/control/transport",
        base: String? = nil, kind: String = "MediaRenderer:1"
    ) -> String {
        func service(_ type: String, _ control: String, _ actions: String) -> String {
            "<service><serviceType>urn:schemas-upnp-org:service:\(type):1</serviceType>"
                + "<SCPDURL>\(actions)</SCPDURL><controlURL>\(control)</controlURL></service>"
        }
        return #"<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">"#
            + (base.map { "<URLBase>\($0)</URLBase>" } ?? "")
            + "<device><deviceType>urn:schemas-upnp-org:device:\(kind)</deviceType>"
            + "<friendlyName>\(name)</friendlyName><modelName>Fake</modelName><UDN>\(udn)</UDN><serviceList>"
            + service("AVTransport", control, "/transport.xml")
            + service("RenderingControl", "/control/volume", "/volume.xml")
            + service("ConnectionManager", "/control/connections", "/connections.xml")
            + "</serviceList></device></root>"
    }

    package static func xml(_ text: String, _ status: String = "200 OK") -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: text/xml"], Array(text.utf8))
    }

    private static func reply(_ action: String, _ values: [(String, String)]) -> [FileServer.Step] {
        let inner = values.map { "<\($0.0)>\(escaped($0.1))</\($0.0)>" }.joined()
        return xml(envelope("<u:\(action)Response xmlns:u=\"urn:x\">\(inner)</u:\(action)Response>"))
    }

    private static func refusal(_ code: Int) -> [FileServer.Step] {
        let detail = "<detail><UPnPError><errorCode>\(code)</errorCode></UPnPError></detail>"
        return xml(
            envelope("<s:Fault><faultcode>s:Client</faultcode>\(detail)</s:Fault>"), "500 Internal Server Error")
    }

    private static func envelope(_ body: String) -> String {
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>\(body)</s:Body></s:Envelope>"
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    }
}
