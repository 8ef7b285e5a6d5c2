import NIOCore
import NIOSSL

/// TLS as Mozilla's intermediate guideline (5.7) has it: TLS 1.2 and 1.3, and for 1.2 only forward-secret suites with authenticated
/// encryption. NIOSSL's server default would add TLS 1.0, 1.1 and CBC suites.
enum TLSSettings {
    static func server(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) -> TLSConfiguration {
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        settings.minimumTLSVersion = .tlsv12
        settings.cipherSuiteValues = [
            .TLS_AES_128_GCM_SHA256, .TLS_AES_256_GCM_SHA384, .TLS_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        settings.applicationProtocols = ["h2", "http/1.1"]
        // A peer that reads nothing does not take the farewell either: this is how long a connection that is to be cut outlives that.
        settings.shutdownTimeout = .seconds(1)
        return settings
    }
}
