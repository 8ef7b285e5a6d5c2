import Glibc

/// One record of an inotify descriptor.
struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    /// Of the entry in the watched folder; empty when the event is about the folder itself.
    let name: [UInt8]

    func has(_ flag: Int) -> Bool {
        mask & UInt32(truncatingIfNeeded: flag) != 0
    }

    /// All whole records in `bytes` (inotify(7): a fixed head, then `len` bytes of name, padded with NUL).
    static func all(in bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
        let head = MemoryLayout<inotify_event>.size
        var events: [InotifyEvent] = []
        var offset = 0
        while offset + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + head + Int(event.len)
            guard end <= bytes.count else { break }
            let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
            events.append(InotifyEvent(watch: event.wd, mask: event.mask, name: Array(name)))
            offset = end
        }
        return events
    }
}
