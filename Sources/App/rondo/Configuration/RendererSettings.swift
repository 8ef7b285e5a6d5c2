import Foundation
import Primitives

/// The networks on which renderers are looked for.
struct RendererSettings: Sendable {
    /// Names of interfaces; empty where there are to be no renderers.
    let interfaces: [String]
    /// Addresses of descriptions that are not looked for.
    let descriptions: [LinkAddress]
    /// 0 for one that the system chooses.
    let port: Int

    init(_ reader: SettingsReader) throws {
        func list(_ key: String) throws -> [String] {
            (try reader.value(key) ?? "").split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }.filter { !$0.isEmpty }
        }
        interfaces = try list("renderers.interfaces")
        descriptions = try list("renderers.descriptions").map { text in
            guard let address = try? LinkAddress(text), address.scheme == .http, IPAddress(address.host) != nil else {
                throw DomainError.invalid(
                    "renderers.descriptions has http addresses with a number for the host, such as http://192.168.1.20:49494/description.xml",
                    field: "renderers.descriptions")
            }
            return address
        }
        guard descriptions.isEmpty || !interfaces.isEmpty else {
            throw DomainError.invalid(
                "renderers.interfaces is missing. Set it to the interface that leads to renderers.descriptions",
                field: "renderers.interfaces")
        }
        port = try reader.value("renderers.port").flatMap { Int($0) } ?? 0
    }
}
