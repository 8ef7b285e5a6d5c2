package import Accounts

/// What letters say, in the language of whoever gets them. Values are what people and the gateway are called: they stand in plain text,
/// where nothing can be injected.
package struct EmailText: Sendable, Equatable {
    package let subject: String
    package let text: String

    /// - Parameters:
    ///   - parameters: `name` of the person, `username`, `title` and `about` of a notification; for how many `hours` a link to choose a
    ///     new password is good, where that is not one; for an invitation by link who invites (`by`) and until when it can be taken (`until`).
    ///   - link: where the letter leads.
    ///   - site: the gateway's address.
    package init(
        _ kind: EmailKind, in locale: AccountLocale, _ parameters: [String: String], link: String?, site: String
    ) {
        let words = Self.words(kind, locale, parameters)
        var values = parameters
        values["site"] = site
        values["link"] = link ?? site
        values["within"] = Self.within(hours: parameters["hours"] ?? "1", locale)
        values["by"] = parameters["by"] ?? Self.administrator(locale)
        values["about"] = NotificationLabels.sentence(parameters["about"] ?? "", locale)
        subject = Self.fill(words.subject, values)
        text = Self.fill(words.greeting + "\n\n" + words.body + "\n\n-- \n" + words.ending, values)
    }

    /// Each placeholder once, so that a value that looks like one stays what it is.
    private static func fill(_ template: String, _ values: [String: String]) -> String {
        var (result, rest) = ("", Substring(template))
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let value = values[String(rest[rest.index(after: open)..<close])] ?? ""
            result += value.filter { !$0.isNewline }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private struct Words {
        let subject: String
        let greeting: String
        let body: String
        let ending: String
    }

    private static func words(_ kind: EmailKind, _ locale: AccountLocale, _ parameters: [String: String]) -> Words {
        let (subject, body) = kind == .overview ? OverviewText.words(locale, parameters) : main(kind, locale)
        // Nobody knows yet what somebody without an account is called.
        let name = kind == .joining ? "" : " {name}"
        switch locale {
        case .english: return Words(subject: subject, greeting: "Hello\(name),", body: body, ending: "Rondo at {site}")
        case .polish: return Words(subject: subject, greeting: "Cześć\(name),", body: body, ending: "Rondo na {site}")
        case .spanish: return Words(subject: subject, greeting: "Hola\(name):", body: body, ending: "Rondo en {site}")
        }
    }

    private static func within(hours: String, _ locale: AccountLocale) -> String {
        switch (hours == "1", locale) {
        case (true, .english): "within an hour"
        case (true, .polish): "w ciągu godziny"
        case (true, .spanish): "antes de una hora"
        case (false, .english): "within \(hours) hours"
        case (false, .polish): "w ciągu \(hours) godzin"
        case (false, .spanish): "antes de \(hours) horas"
        }
    }

    private static func administrator(_ locale: AccountLocale) -> String {
        switch locale {
        case .english: "An administrator"
        case .polish: "Administrator"
        case .spanish: "Un administrador"
        }
    }

    private static func main(_ kind: EmailKind, _ locale: AccountLocale) -> (subject: String, body: String) {
        switch (kind, locale) {
        case (.passwordReset, .english):
            (
                "Choose a new password",
                "somebody asked for a new password for your account {username}. If that was you, choose one here {within}:\n\n{link}\n\nIf it was not, there is nothing to do: your password stays as it is."
            )
        case (.passwordReset, .polish):
            (
                "Wybierz nowe hasło",
                "ktoś poprosił o nowe hasło do Twojego konta {username}. Jeśli to Ty, wybierz je tutaj {within}:\n\n{link}\n\nJeśli nie, nic nie musisz robić: hasło zostaje takie, jakie jest."
            )
        case (.passwordReset, .spanish):
            (
                "Elige una contraseña nueva",
                "alguien ha pedido una contraseña nueva para tu cuenta {username}. Si has sido tú, elígela aquí {within}:\n\n{link}\n\nSi no has sido tú, no hay que hacer nada: tu contraseña sigue igual."
            )
        case (.invitation, .english):
            (
                "Your account at Rondo",
                "an account {username} is waiting for you. Choose a password here within two days:\n\n{link}"
            )
        case (.invitation, .polish):
            (
                "Twoje konto w Rondo",
                "czeka na Ciebie konto {username}. Wybierz hasło tutaj w ciągu dwóch dni:\n\n{link}"
            )
        case (.invitation, .spanish):
            (
                "Tu cuenta en Rondo",
                "te espera una cuenta, {username}. Elige una contraseña aquí antes de dos días:\n\n{link}"
            )
        case (.joining, .english):
            (
                "{by} invites you to Rondo",
                "{by} invites you to listen to music together at {site}. Make your account here, until {until}:\n\n{link}\n\nThe link works once. If you do not know who this is, there is nothing to do."
            )
        case (.joining, .polish):
            (
                "Zaproszenie do Rondo: {by}",
                "zaproszenie do wspólnego słuchania muzyki na {site} wysyła: {by}. Załóż konto tutaj, do {until}:\n\n{link}\n\nLink działa raz. Jeśli nie wiesz, od kogo to jest, nic nie musisz robić."
            )
        case (.joining, .spanish):
            (
                "{by} te invita a Rondo",
                "{by} te invita a escuchar música en {site}. Crea tu cuenta aquí, hasta el {until}:\n\n{link}\n\nEl enlace funciona una vez. Si no sabes de quién viene, no hay que hacer nada."
            )
        case (.emailConfirmation, .english):
            ("Confirm your address", "open this to confirm that this address is yours, within two days:\n\n{link}")
        case (.emailConfirmation, .polish):
            ("Potwierdź swój adres", "otwórz to w ciągu dwóch dni, aby potwierdzić, że to Twój adres:\n\n{link}")
        case (.emailConfirmation, .spanish):
            (
                "Confirma tu dirección",
                "abre esto antes de dos días para confirmar que esta dirección es tuya:\n\n{link}"
            )
        case (.emailChanged, .english):
            (
                "Your e-mail address was changed",
                "your account {username} has another e-mail address now. If you changed it, there is nothing to do.\n\nIf it was not you, put this address back here within a week:\n\n{link}\n\nWhoever is signed in to your account is signed out then, and you choose a new password."
            )
        case (.emailChanged, .polish):
            (
                "Twój adres e-mail został zmieniony",
                "Twoje konto {username} ma teraz inny adres e-mail. Jeśli to Twoja zmiana, nic nie musisz robić.\n\nJeśli nie, przywróć ten adres tutaj w ciągu tygodnia:\n\n{link}\n\nWszyscy zalogowani na Twoje konto zostaną wtedy wylogowani, a Ty wybierzesz nowe hasło."
            )
        case (.emailChanged, .spanish):
            (
                "Se ha cambiado tu dirección de correo",
                "tu cuenta {username} tiene ahora otra dirección de correo. Si la has cambiado tú, no hay que hacer nada.\n\nSi no has sido tú, recupera esta dirección aquí antes de una semana:\n\n{link}\n\nEntonces se cerrarán todas las sesiones de tu cuenta y elegirás una contraseña nueva."
            )
        case (.notification, .english), (.notification, .polish), (.notification, .spanish):
            ("{about} {title}", "{about} {title}\n\n{link}")
        // It is put together from what it tells of: `OverviewText`.
        case (.overview, .english), (.overview, .polish), (.overview, .spanish): ("", "")
        case (.test, .english): ("Mail works", "letters from Rondo reach you.")
        case (.test, .polish): ("Poczta działa", "listy z Rondo docierają do Ciebie.")
        case (.test, .spanish): ("El correo funciona", "las cartas de Rondo te llegan.")
        }
    }
}
