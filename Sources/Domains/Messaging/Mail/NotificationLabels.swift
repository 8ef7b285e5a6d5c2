import Accounts

/// What a notification is called in a letter, by its kind; what is not known here is news.
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
