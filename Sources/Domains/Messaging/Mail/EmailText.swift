package import Accounts

/// The subject and text of an email, in the recipient's language. Values are names of users and of the server. They are inserted
/// as plain text, where nothing can be injected.
package struct EmailText: Sendable, Equatable {
    package let subject: String
    package let text: String

    /// - Parameters:
    ///   - parameters: `name` and `username` of the user; `title` and `about` of a notification; `hours` for which a link to
    ///     choose a new password is valid, where that is not one hour; for an invitation by link the inviter (`by`) and the end
    ///     of its validity (`until`).
    ///   - link: the page that the email leads to.
    ///   - site: the server's address.
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

    /// Replaces each placeholder once, so that a value that looks like a placeholder stays as it is.
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
        // The name of a visitor without an account is unknown.
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
        // Made of its parameters by `OverviewText`.
        case (.overview, .english), (.overview, .polish), (.overview, .spanish): ("", "")
        case (.test, .english): ("Mail works", "emails from Rondo reach you.")
        case (.test, .polish): ("Poczta działa", "listy z Rondo docierają do Ciebie.")
        case (.test, .spanish): ("El correo funciona", "las cartas de Rondo te llegan.")
        }
    }
}

/// The words for a notification in an email, by its kind. An unknown kind counts as news.
enum NotificationLabels {
    static func sentence(_ kind: String, _ locale: AccountLocale) -> String {
        let words = table[kind] ?? ("News:", "Nowość:", "Novedad:")
        return switch locale {
        case .english: words.0
        case .polish: words.1
        case .spanish: words.2
        }
    }

    private static let table: [String: (String, String, String)] = [
        "wishArrived": ("A wish has come true:", "Życzenie się spełniło:", "Un deseo se ha cumplido:"),
        "wishFound": (
            "Your wish may have arrived:", "Być może jest już to, czego chcesz:", "Quizá ha llegado tu deseo:"
        ),
        "wishBacked": ("Somebody wants it too:", "Ktoś też tego chce:", "Alguien también lo quiere:"),
        "postCommented": ("A comment on your post:", "Komentarz do Twojego wpisu:", "Un comentario a tu publicación:"),
        "postReacted": ("A reaction to your post:", "Reakcja na Twój wpis:", "Una reacción a tu publicación:"),
        "postHidden": ("Your post was hidden:", "Twój wpis został ukryty:", "Tu publicación se ha ocultado:"),
        "playlistShared": (
            "A playlist was shared with you:", "Udostępniono Ci playlistę:", "Han compartido contigo una lista:"
        ),
        "submissionArrived": (
            "Somebody has given music:", "Ktoś przesłał muzykę:", "Alguien ha dado música:"
        ),
        "submissionApproved": (
            "Your music is in the library:", "Twoja muzyka jest w bibliotece:", "Tu música está en la biblioteca:"
        ),
        "submissionRejected": (
            "Your music was not taken:", "Twoja muzyka nie została przyjęta:", "Tu música no ha sido aceptada:"
        ),
        "requestAnswered": (
            "Your request was answered:", "Odpowiedziano na Twoją prośbę:", "Han respondido a tu petición:"
        ),
        "requestArrived": ("Somebody asks for something:", "Ktoś o coś prosi:", "Alguien pide algo:"),
        "memberJoined": ("Somebody has made an account:", "Ktoś założył konto:", "Alguien ha creado una cuenta:"),
        "musicWithdrawn": (
            "A moderator has taken out your music:", "Moderator wycofał Twoją muzykę:",
            "Un moderador ha retirado tu música:"
        ),
        "musicRestored": ("Your music is back:", "Twoja muzyka wróciła:", "Tu música ha vuelto:"),
        "playlistHidden": (
            "Your playlist was hidden:", "Twoja playlista została ukryta:", "Tu lista se ha ocultado:"
        ),
        "playlistDeleted": (
            "Your playlist was deleted:", "Twoja playlista została usunięta:", "Tu lista se ha eliminado:"
        ),
        "pictureRemoved": (
            "A moderator has removed your picture", "Moderator usunął Twoje zdjęcie",
            "Un moderador ha quitado tu foto"
        ),
        "reportArrived": ("Somebody has reported:", "Ktoś zgłosił:", "Alguien ha denunciado:"),
        "reportActed": (
            "Moderators have acted on your report:", "Moderatorzy zareagowali na Twoje zgłoszenie:",
            "Los moderadores han actuado tras tu aviso:"
        ),
        "reportDismissed": (
            "Moderators have left what you reported as it is:", "Moderatorzy nie zmienili tego, co zgłoszono:",
            "Los moderadores han dejado como estaba lo que avisaste:"
        ),
        "secondFactorRemoved": (
            "An administrator has switched off your two-factor sign-in",
            "Administrator wyłączył Twoje logowanie dwuskładnikowe",
            "Un administrador ha desactivado tu acceso en dos pasos"
        ),
    ]
}
