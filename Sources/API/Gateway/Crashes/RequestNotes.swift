import CLinux

/// The memory that a supervisor and its server share: the requests in progress, and the suspects of crashes. It
/// survives the server and ends with the supervisor.
package final class RequestNotes: @unchecked Sendable {
    // The memory is mapped permanently, and its C functions may be called by any thread.
    private let table: OpaquePointer
    /// The descriptor to pass to the server; it belongs to this object.
    package let descriptor: CInt

    /// Makes the supervisor's side; nil where there is no memory.
    package convenience init?() {
        let descriptor = rondo_requests_make()
        guard descriptor >= 0 else { return nil }
        self.init(descriptor: descriptor)
        let key = rondo_requests_key(table)
        for index in 0..<Int(RONDO_FINGERPRINT_KEY) { key?[index] = UInt8.random(in: 0...255) }
    }

    /// Makes the server's side from a descriptor of the supervisor. Nil where it is of something else.
    package init?(descriptor: CInt) {
        guard let table = rondo_requests_open(descriptor) else { return nil }
        self.table = table
        self.descriptor = descriptor
    }

    package var key: [UInt8] {
        (0..<Int(RONDO_FINGERPRINT_KEY)).map { rondo_requests_key(table)?[$0] ?? 0 }
    }

    // The server's side

    /// Records a crash of this process, from now on.
    package func watchForCrash() {
        _ = rondo_requests_watch(table)
    }

    package func serverIsReady() {
        rondo_requests_set_ready(table)
    }

    /// Records a request. Nil when there is no room; then the request is answered without a note.
    func begin(_ fingerprint: RequestFingerprint, label: String) -> RequestNote? {
        var label = label
        let index = fingerprint.withBytes { bytes in
            label.withUTF8 { text in
                text.withMemoryRebound(to: CChar.self) {
                    rondo_requests_begin(table, bytes, $0.baseAddress, $0.count)
                }
            }
        }
        return index >= 0 ? RequestNote(self, index) : nil
    }

    func refine(_ index: CInt, _ fingerprint: RequestFingerprint) {
        fingerprint.withBytes { rondo_requests_refine(table, index, $0) }
    }

    func answer(_ index: CInt) { rondo_requests_answer(table, index) }
    func end(_ index: CInt) { rondo_requests_end(table, index) }

    var hasSuspects: Bool { rondo_suspects_are_there(table) != 0 }

    func refuses(_ fingerprint: RequestFingerprint) -> Bool {
        hasSuspects && fingerprint.withBytes { rondo_suspects_refuse(table, $0, Self.now) } != 0
    }

    func acquit(_ fingerprint: RequestFingerprint) {
        fingerprint.withBytes { rondo_suspects_acquit(table, $0) }
    }

    /// The requests that are refused at the moment. `isNew` is true once for each.
    package func refused() -> [RefusedRequest] {
        var refused: [RefusedRequest] = []
        var label = [CChar](repeating: 0, count: Int(RONDO_LABEL))
        var (until, isNew, index): (Int64, CInt, CInt) = (0, 0, 0)
        while true {
            let found = rondo_suspects_refused(table, index, Self.now, &label, &until, &isNew)
            guard found >= 0 else { return refused }
            if found > 0 {
                let text = String(decoding: label.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                refused.append(RefusedRequest(label: text, until: until, isNew: isNew != 0))
            }
            index += 1
        }
    }

    // The supervisor's side

    package func prepareForServer() {
        rondo_requests_reset(table)
    }

    package var wasServerReady: Bool { rondo_requests_are_ready(table) != 0 }

    /// The requests that may have caused the server's crash, each with the number of its crashes so far. Must be called
    /// after the server has ended.
    package func blame() -> [(label: String, crashes: Int)] {
        var (connection, at): (UInt64, Int64) = (0, 0)
        let wasNoted = rondo_requests_crash(table, &connection, &at) != 0
        // A crash without a note, as by exhausted memory, has just happened.
        let crash = Crash(connection: connection, at: wasNoted ? at : rondo_monotonic_milliseconds())
        return crash.suspects(among: notes()).map { note in
            var label = note.label
            let until = Self.now + Self.refusal
            let crashes = note.fingerprint.withBytes { bytes in
                label.withUTF8 { text in
                    text.withMemoryRebound(to: CChar.self) {
                        rondo_suspects_add(table, bytes, $0.baseAddress, $0.count, until)
                    }
                }
            }
            return (note.label, Int(crashes))
        }
    }

    private func notes() -> [NotedRequest] {
        var notes: [NotedRequest] = []
        var note = rondo_request_note()
        var index: CInt = 0
        while true {
            let found = rondo_requests_note(table, index, &note)
            guard found >= 0 else { return notes }
            if found > 0 {
                let label = withUnsafeBytes(of: note.label) { String(decoding: $0.prefix(note.length), as: UTF8.self) }
                let bytes = withUnsafeBytes(of: note.fingerprint) { Array($0) }
                notes.append(
                    NotedRequest(
                        fingerprint: RequestFingerprint(bytes), label: label, connection: note.connection,
                        begun: note.begun, isAnswering: note.is_answering != 0))
            }
            index += 1
        }
    }

    /// The time of a refusal: a day, in milliseconds.
    private static let refusal: Int64 = 86_400_000

    private static var now: Int64 { rondo_wall_milliseconds() }
}

/// A request that has crashed the server twice.
package struct RefusedRequest: Sendable, Equatable {
    /// The method and path template.
    package let label: String
    /// The end of the refusal, in milliseconds of the wall clock.
    package let until: Int64
    package let isNew: Bool
}

/// The note of one request, from its head to the end of its response or of its connection.
final class RequestNote: Sendable {
    private let notes: RequestNotes
    private let index: CInt

    init(_ notes: RequestNotes, _ index: CInt) {
        self.notes = notes
        self.index = index
    }

    deinit {
        notes.end(index)
    }

    func refine(_ fingerprint: RequestFingerprint) { notes.refine(index, fingerprint) }
    func answer() { notes.answer(index) }
}
