import Accounts
import Primitives
import Foundation
import GRDB

/// Reads account values from rows. A row that violates the constraints throws an error and never traps.
enum AccountRows {
    static let userColumns = """
        account.id, username, username_key, display_name, email, email_key, role, disabled, \
        locale || ifnull('_' || locale_country, '') AS locale, theme, shading_mode, picture, picture_changed_at, \
        password_hash, account.created_at AS account_created_at, password_changed_at, last_seen_at, all_libraries, \
        account.hears_explicit, account.maximum_bitrate, account.plan, \
        EXISTS (SELECT 1 FROM two_factor tf WHERE tf.account = account.id) AS has_codes, \
        EXISTS (SELECT 1 FROM passkey pk WHERE pk.account = account.id) AS has_passkeys, \
        (SELECT p.id || ' ' || ifnull(p.streams, '-') || ' ' || ifnull(p.maximum_bitrate, '-') || ' ' || \
        ifnull(p.upload_quota, '-') || ' ' || ifnull(p.monthly_transfer, '-') || ' ' || p.allows_downloads || ' ' || p.name FROM plan p \
        WHERE p.id = ifnull(account.plan, (SELECT d.id FROM plan d WHERE d.is_default = 1))) AS terms, \
        CASE all_libraries WHEN 0 THEN (SELECT group_concat(library, ' ') FROM account_library al \
        WHERE al.account = account.id) END AS libraries
        """

    static func user(_ row: Row) throws -> User {
        guard let role = Role(rawValue: row["role"]), let locale = LocalePreference(rawValue: row["locale"]),
            let theme = Theme(rawValue: row["theme"]), let shading = ShadingMode(rawValue: row["shading_mode"])
        else { throw damaged("account") }
        var email: EmailAddress?
        if let text = row["email"] as String?, let key = row["email_key"] as String? {
            email = EmailAddress(stored: text, key: key)
        }
        return User(
            id: row["id"], username: Username(stored: row["username"], key: row["username_key"]),
            displayName: row["display_name"], email: email, role: role, disabled: row["disabled"], locale: locale,
            theme: theme, shadingMode: shading, picture: (row["picture"] as String?).flatMap(BlobKey.init(hex:)),
            pictureChangedAt: row["picture_changed_at"],
            passwordHash: try (row["password_hash"] as String?).map(passwordHash),
            createdAt: row["account_created_at"], passwordChangedAt: row["password_changed_at"],
            lastSeenAt: row["last_seen_at"], libraries: scope(row), maximumBitrate: row["maximum_bitrate"],
            hasCodes: row["has_codes"], hasPasskeys: row["has_passkeys"], plan: row["plan"],
            terms: terms(row["terms"]))
    }

    /// The plan's id, its four limits (`-` for none), whether it allows downloads, and its name, separated by spaces.
    private static func terms(_ text: String?) -> PlanTerms {
        let parts = (text ?? "").split(separator: " ", maxSplits: 6).map(String.init)
        guard parts.count == 7 else { return .none }
        return PlanTerms(
            plan: ID(parts[0]), name: parts[6],
            limits: PlanLimits(
                streams: Int(parts[1]), maximumBitrate: Int(parts[2]), uploadQuota: Int64(parts[3]),
                monthlyTransfer: Int64(parts[4]), allowsDownloads: parts[5] == "1"))
    }

    private static func scope(_ row: Row) -> LibraryScope {
        let isWhole: Bool = row["all_libraries"]
        let given = Set((row["libraries"] as String? ?? "").split(separator: " ").map(String.init))
        return LibraryScope(libraries: isWhole ? nil : given, includesExplicit: row["hears_explicit"])
    }

    static let sessionColumns = """
        session.id AS session_id, session.account, session.hash, client, address, session.created_at, \
        session.last_used_at, session.confirmed_at, session.expires_at, session.identity_issuer, \
        session.identity_subject, session.identity_session
        """

    static func session(_ row: Row) throws -> SessionRecord {
        SessionRecord(
            id: row["session_id"], user: row["account"], hash: try hash(row["hash"]), client: row["client"],
            address: row["address"], createdAt: row["created_at"], lastUsedAt: row["last_used_at"],
            confirmedAt: row["confirmed_at"], expiresAt: row["expires_at"], identity: identity(row))
    }

    private static func identity(_ row: Row) -> SessionIdentity? {
        guard let issuer = row["identity_issuer"] as String?, let subject = row["identity_subject"] as String? else {
            return nil
        }
        return SessionIdentity(issuer: issuer, subject: subject, session: row["identity_session"])
    }

    static let tokenColumns = """
        access_token.id AS token_id, access_token.account, access_token.hash, label, access_token.created_at, \
        access_token.last_used_at, access_token.last_address, access_token.scopes, access_token.expires_at
        """

    static func token(_ row: Row) throws -> AccessToken {
        AccessToken(
            id: row["token_id"], user: row["account"], hash: try hash(row["hash"]), label: row["label"],
            scopes: try scopes(row["scopes"], of: "access_token"), createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"], lastAddress: row["last_address"], expiresAt: row["expires_at"])
    }

    static let deviceKeyColumns = """
        device_key.id AS key_id, device_key.account AS key_account, label, scopes, device_key.hash AS key_hash, sealed, \
        ring_key, device_key.created_at AS key_created_at, device_key.expires_at AS key_expires_at, \
        device_key.last_used_at AS key_last_used_at, last_client, last_address
        """

    static func deviceKey(_ row: Row) throws -> DeviceKey {
        var use: CredentialUse?
        if let at = row["key_last_used_at"] as Timestamp?, let client = row["last_client"] as String?,
            let address = row["last_address"] as String?
        {
            use = CredentialUse(at: at, from: address, client: client)
        }
        return DeviceKey(
            id: row["key_id"], user: row["key_account"], label: row["label"],
            scopes: try scopes(row["scopes"], of: "device_key"),
            secret: SealedSecret(
                hash: try hash(row["key_hash"]), sealed: Array(row["sealed"] as Data), keyID: row["ring_key"]),
            createdAt: row["key_created_at"], expiresAt: row["key_expires_at"], lastUse: use)
    }

    private static func scopes<Scope: RawRepresentable<String> & Hashable>(
        _ names: String, of table: String
    ) throws -> Set<Scope> {
        try names.split(separator: " ").reduce(into: []) { scopes, name in
            guard let scope = Scope(rawValue: String(name)) else { throw damaged(table) }
            scopes.insert(scope)
        }
    }

    static func passkey(_ row: Row) throws -> Passkey {
        guard let counter = UInt32(exactly: row["counter"] as Int64) else { throw damaged("passkey") }
        return Passkey(
            id: row["id"], user: row["account"], label: row["label"],
            credential: Array(row["credential"] as Data), publicKey: Array(row["public_key"] as Data),
            site: row["site"], counter: counter, isBackedUp: row["is_backed_up"],
            createdAt: row["created_at"], lastUsedAt: row["last_used_at"])
    }

    static func identityLink(_ row: Row) -> IdentityLink {
        IdentityLink(
            id: row["id"], user: row["account"], issuer: row["issuer"], subject: row["subject"],
            label: row["label"], createdAt: row["created_at"], lastUsedAt: row["last_used_at"])
    }

    static func link(_ row: Row) throws -> AccountLink {
        guard let purpose = AccountLink.Purpose(rawValue: row["purpose"]) else { throw damaged("account_link") }
        return AccountLink(
            id: row["id"], purpose: purpose, hash: try hash(row["hash"]), user: row["account"],
            createdAt: row["created_at"], expiresAt: row["expires_at"], usedAt: row["used_at"],
            maker: row["created_by"])
    }

    static func invitation(_ row: Row) throws -> Invitation {
        guard let role = Role(rawValue: row["role"]) else { throw damaged("invitation") }
        let libraries = LibraryScope(
            libraries: (row["libraries"] as String?).map { Set($0.split(separator: " ").map(String.init)) },
            includesExplicit: row["hears_explicit"])
        return Invitation(
            id: row["id"], hash: try hash(row["hash"]), label: row["label"], role: role, plan: row["plan"],
            libraries: libraries, maker: row["created_by"], createdAt: row["created_at"],
            expiresAt: row["expires_at"], usedAt: row["used_at"])
    }

    private static func passwordHash(_ text: String) throws -> PHCString {
        guard let hash = PHCString(text) else { throw damaged("account") }
        return hash
    }

    private static func hash(_ bytes: Data) throws -> TokenHash {
        guard let hash = TokenHash(bytes: Array(bytes)) else { throw damaged("token") }
        return hash
    }

    static func damaged(_ what: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "A row of \(what) holds a value that it cannot have")
    }
}
