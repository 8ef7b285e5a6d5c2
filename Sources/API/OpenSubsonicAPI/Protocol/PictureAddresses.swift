import Accounts
import Primitives

/// Addresses under which players load pictures without the credentials of a call: of what one device key may see.
struct PictureAddresses: Sendable {
    let site: String
    let key: ID<DeviceKey>
    let proofs: SignedPictureURLs

    /// - Parameters:
    ///   - subject: an id as this API writes it.
    ///   - size: the longer side in pixels.
    func address(of subject: String, size: Int) -> String {
        "\(site)/rest/getCoverArt.view?id=\(subject)&size=\(size)&proof=\(proofs.proof(of: subject, for: key))"
    }
}
