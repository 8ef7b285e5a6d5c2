import GRDB

extension Migration {
    static let m0002Catalogue = Migration(name: "0002 catalogue") { _ in }
}
