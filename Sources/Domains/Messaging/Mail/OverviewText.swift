import Accounts

/// The text of the daily overview. Its values stay placeholders, which `EmailText` fills in.
package enum OverviewText {
    /// The parameter `warnings` is the number of warnings. `warning0` is the kind of the first, and `detail0` its detail.
    static func words(_ locale: AccountLocale, _ parameters: [String: String]) -> (subject: String, body: String) {
        let count = min(max(parameters["warnings"].flatMap { Int($0) } ?? 0, 0), 100)
        let warnings = (0..<count).map { number in
            "- " + warning(parameters["warning\(number)"] ?? "", locale) + " {detail\(number)}"
        }
        let words = self.words(locale)
        let list = warnings.isEmpty ? words.none : ([words.warnings] + warnings).joined(separator: "\n")
        var parts = [words.state, list]
        if parameters["head"] != nil { parts.append(words.head) }
        if parameters["signer"] != nil { parts.append(words.signer) }
        return (
            words.subject + (count > 0 ? " ({warnings})" : ""), (parts + ["{link}"]).joined(separator: "\n\n")
        )
    }

    private struct Words {
        let subject: String
        let state: String
        let none: String
        let warnings: String
        let head: String
        let signer: String
    }

    private static func words(_ locale: AccountLocale) -> Words {
        switch locale {
        case .english:
            Words(
                subject: "{server}: daily overview",
                state:
                    "this is how {server} (Rondo {version}) is doing.\n\nPeople: {people}\nTracks: {tracks}\nOpen requests: {requests}\nLast backup: {backup}",
                none: "There are no warnings.", warnings: "Warnings:",
                head:
                    "The journal ends at\n{head}\nStore this email: rondo journal verify --noted with that line shows later whether anything before it was changed or removed.",
                signer: "Encrypted backups of this server are signed by\n{signer}")
        case .polish:
            Words(
                subject: "{server}: przegląd dnia",
                state:
                    "oto stan serwera {server} (Rondo {version}).\n\nOsoby: {people}\nUtwory: {tracks}\nOtwarte prośby: {requests}\nOstatnia kopia zapasowa: {backup}",
                none: "Nie ma ostrzeżeń.", warnings: "Ostrzeżenia:",
                head:
                    "Dziennik kończy się na\n{head}\nZachowaj ten list: rondo journal verify --noted z tą linią pokaże później, czy coś przed nią zmieniono lub usunięto.",
                signer: "Zaszyfrowane kopie tego serwera podpisuje\n{signer}")
        case .spanish:
            Words(
                subject: "{server}: resumen del día",
                state:
                    "así está {server} (Rondo {version}).\n\nPersonas: {people}\nPistas: {tracks}\nPeticiones abiertas: {requests}\nÚltima copia de seguridad: {backup}",
                none: "No hay avisos.", warnings: "Avisos:",
                head:
                    "El registro termina en\n{head}\nGuarda esta carta: rondo journal verify --noted con esa línea muestra más tarde si algo anterior se cambió o se quitó.",
                signer: "Las copias cifradas de este servidor las firma\n{signer}")
        }
    }

    /// The words for a kind of warning. An unknown kind stands for itself.
    private static func warning(_ kind: String, _ locale: AccountLocale) -> String {
        guard let words = warnings[kind] else { return kind.filter { $0.isLetter } + ":" }
        return switch locale {
        case .english: words.0
        case .polish: words.1
        case .spanish: words.2
        }
    }

    /// The kinds with words of their own.
    package static var knownWarnings: Set<String> { Set(warnings.keys) }

    private static let warnings: [String: (String, String, String)] = [
        "certificateMissing": (
            "The certificate cannot be read.", "Nie można odczytać certyfikatu.", "No se puede leer el certificado."
        ),
        "certificateExpired": (
            "The certificate has expired.", "Certyfikat wygasł.", "El certificado ha caducado."
        ),
        "certificateExpiring": (
            "Days until the certificate expires:", "Dni do wygaśnięcia certyfikatu:",
            "Días hasta que caduque el certificado:"
        ),
        "certificateRefused": (
            "The certificate in the files is not used:", "Certyfikat z plików nie jest używany:",
            "El certificado de los archivos no se usa:"
        ),
        "certificateNotOrdered": (
            "A public certificate could not be obtained:", "Nie udało się uzyskać publicznego certyfikatu:",
            "No se pudo obtener un certificado público:"
        ),
        "authorityUnconstrained": (
            "The certificate authority can vouch for any name; rondo certificate renew --authority replaces it.",
            "Urząd certyfikacji może poświadczyć dowolną nazwę; zastępuje go rondo certificate renew --authority.",
            "La autoridad de certificación puede avalar cualquier nombre; rondo certificate renew --authority la sustituye."
        ),
        "authorityExpiring": (
            "Days until the certificate authority expires:", "Dni do wygaśnięcia urzędu certyfikacji:",
            "Días hasta que caduque la autoridad de certificación:"
        ),
        "diskFull": ("The disk is nearly full:", "Dysk jest prawie pełny:", "El disco está casi lleno:"),
        "libraryUnreachable": (
            "The folder of this library cannot be read:", "Nie można odczytać folderu tej biblioteki:",
            "No se puede leer la carpeta de esta biblioteca:"
        ),
        "encoderMissing": (
            "ffmpeg is missing: nothing can be converted.", "Brakuje ffmpeg: nic nie można przekonwertować.",
            "Falta ffmpeg: no se puede convertir nada."
        ),
        "scanFailed": ("The latest scan failed.", "Ostatnie skanowanie nie powiodło się.", "El último escaneo falló."),
        "filesBroken": (
            "Files that cannot be read:", "Pliki, których nie można odczytać:", "Archivos que no se pueden leer:"
        ),
        "requestRefused": (
            "Refused for a day, because it crashed the server twice:",
            "Odrzucane przez dobę, bo dwa razy spowodowało awarię serwera:",
            "Se rechaza durante un día porque hizo caer el servidor dos veces:"
        ),
        "confinementPartial": (
            "This machine confines the server only in part; missing:",
            "Ten komputer ogranicza serwer tylko częściowo; brakuje:",
            "Esta máquina confina el servidor solo en parte; falta:"
        ),
        "databaseDamaged": (
            "The database is damaged, and nothing is written to it any more. Keep the file and restore a backup.",
            "Baza danych jest uszkodzona i nic już nie jest do niej zapisywane. Zachowaj plik i przywróć kopię.",
            "La base de datos está dañada y ya no se escribe en ella. Conserva el archivo y restaura una copia."
        ),
        "databaseUnexamined": (
            "The database is being looked through; it is large.", "Baza danych jest sprawdzana; jest duża.",
            "Se está examinando la base de datos; es grande."
        ),
        "cleanupStopped": (
            "A cleanup was stopped, since it would have removed more than a tenth:",
            "Porządkowanie wstrzymano, bo usunęłoby więcej niż dziesiątą część:",
            "Se detuvo una limpieza porque habría eliminado más de una décima parte:"
        ),
        "clockLeapt": (
            "Days by which the machine's clock has leapt; time goes on from before until it is right or accepted:",
            "Dni, o które przeskoczył zegar komputera; dopóki nie jest dobry albo zatwierdzony, czas biegnie jak przedtem:",
            "Días que ha saltado el reloj de la máquina; hasta que esté bien o se acepte, el tiempo sigue desde antes:"
        ),
    ]
}
