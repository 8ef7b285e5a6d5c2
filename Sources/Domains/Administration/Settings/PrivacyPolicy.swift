package import Accounts

/// The text that informs users about the use of their data: the admin's own, or else the standard one.
package struct PrivacyPolicy: Sendable, Equatable {
    package static let limit = 20_000

    package let text: String
    /// Whether the admin has written no other.
    package let isStandard: Bool

    package init(_ settings: ServerSettings, in language: AccountLocale) {
        text = settings.privacyPolicy ?? Self.standard(in: language, settings.name)
        isStandard = settings.privacyPolicy == nil
    }

    /// The text that is true of any server that runs Rondo with its defaults. Empty lines separate paragraphs.
    private static func standard(in language: AccountLocale, _ name: String) -> String {
        switch language {
        case .english:
            """
            \(name) is run by a member of your group on a computer of theirs. What you do here stays on it. It is sold to nobody, shows \
            no advertisements and is not measured by third parties.

            The server stores your user name, your email address if you gave one, your password as a value from which it cannot be \
            read, your picture, your settings, and what you add: likes, ratings, playlists, your shelf, wishes, posts, comments and \
            the music you submit. It stores what you play and when, for your history and statistics, and the devices you are signed in on, \
            with their addresses. One cookie keeps you signed in.

            Other members see what you publish: posts and comments on the board, public playlists, wishes, and who submitted a track. \
            They see your likes, reviews, moments and listening only where you chose so in Settings. Administrators see accounts and a journal \
            of who changed what.

            Something leaves the server only where you or an administrator asked for it: email, links that you share, music that is \
            fetched from an address you gave, the feeds and episodes of podcasts, the names of songs whose lyrics are looked up \
            elsewhere, the words of searches, without your name, where an outside catalog is switched on, names of artists and albums \
            of the library where they are described from outside, what you play where you connected an account at another server, \
            and each sign-in by a provider, to that provider.

            You can download everything that is stored about you in Settings, under Your data, and delete your account \
            there, under Leave.
            """
        case .polish:
            """
            Serwer \(name) prowadzi ktoś z Twojej grupy na własnym komputerze. To, co tu robisz, na nim zostaje. Nikomu tego nie \
            sprzedajemy, nie ma tu reklam ani pomiarów prowadzonych przez innych.

            Serwer przechowuje Twoją nazwę użytkownika, adres e-mail, jeśli został podany, hasło w postaci, z której nie da się go \
            odczytać, zdjęcie, ustawienia oraz to, co dodajesz: polubienia, oceny, playlisty, półkę, życzenia, wpisy, komentarze \
            i przesłaną muzykę. Zapisuje, czego i kiedy słuchasz, na potrzeby historii i statystyk, a także urządzenia, na których \
            jesteś zalogowany, wraz z ich adresami. Jedno ciasteczko utrzymuje zalogowanie.

            Inni widzą to, co publikujesz: wpisy i komentarze na tablicy, publiczne playlisty, życzenia oraz to, kto przesłał utwór. \
            Polubienia, recenzje, chwile i odtworzenia widzą tylko wtedy, gdy tak wybierzesz w ustawieniach. Administratorzy widzą konta \
            i dziennik zmian.

            Cokolwiek opuszcza serwer tylko na prośbę Twoją lub administratora: listy e-mail, udostępnione linki, muzyka pobierana \
            z podanego adresu, kanały i odcinki podcastów, nazwy utworów, których teksty są wyszukiwane gdzie indziej, słowa \
            wyszukiwań, bez Twojej nazwy, gdy włączono katalog zewnętrzny, nazwy wykonawców i albumów biblioteki, gdy ich opisy \
            pochodzą z zewnątrz, odtworzenia, jeśli połączysz konto na innym serwerze, oraz \
            każde logowanie przez dostawcę, do tego dostawcy.

            Wszystko, co serwer o Tobie przechowuje, możesz pobrać w ustawieniach, w części Twoje dane, a swoje konto usunąć \
            w części Odejście.
            """
        case .spanish:
            """
            \(name) lo lleva alguien de tu grupo en un ordenador propio. Lo que haces aquí se queda en él. No se vende a nadie, no hay \
            anuncios y nadie ajeno mide lo que haces.

            El servidor guarda tu nombre de usuario, tu correo si lo diste, tu contraseña de una forma que no permite leerla, tu \
            imagen, tus ajustes y lo que añades: me gusta, valoraciones, listas, tu estantería, deseos, publicaciones, comentarios y \
            la música que envías. Guarda qué escuchas y cuándo, para tu historial y tus estadísticas, y los dispositivos en los que has \
            iniciado sesión, con sus direcciones. Una cookie mantiene tu sesión.

            Los demás ven lo que publicas: publicaciones y comentarios del tablón, listas públicas, deseos y quién envió una canción. \
            Tus me gusta, reseñas, momentos y escuchas solo se ven si lo eliges en los ajustes. Los administradores ven las cuentas y un \
            registro de quién cambió qué.

            Algo sale del servidor solo si tú o un administrador lo pedís: correos, enlaces que compartes, música que se descarga de \
            una dirección que diste, los canales y episodios de pódcast, los nombres de canciones cuyas letras se buscan en otros \
            sitios, las palabras de las búsquedas, sin tu nombre, si hay un catálogo externo activado, nombres de artistas y álbumes \
            de la biblioteca si se describen desde fuera, lo que reproduces si conectas una cuenta de otro servidor, y cada \
            inicio de sesión con un proveedor, a ese proveedor.

            Puedes descargar todo lo que se guarda sobre ti en los ajustes, en Tus datos, y eliminar allí tu cuenta, en \
            Irse.
            """
        }
    }
}
