import Glibc

/// System calls through which a confined process could reach its parent, other processes of its user, or rarely used
/// parts of the kernel. Without confinement, each would succeed or fail with an error other than a refusal.
struct CallProbe {
    private typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

    private let call: Call
    private let parent = Int(getppid())

    init?() {
        // syscall(2) is variadic, and Swift cannot call variadic C functions. On these processors integers are passed
        // the same way.
        guard let symbol = dlsym(nil, "syscall") else { return nil }
        call = unsafeBitCast(symbol, to: Call.self)
    }

    /// The names of the calls that were not refused.
    func granted() -> [String] {
        var room = [UInt64](repeating: 0, count: 64)
        return room.withUnsafeMutableBytes { bytes in
            guard let address = bytes.baseAddress.map({ Int(bitPattern: $0) }) else { return ["no memory"] }
            return probes(address).filter { isGranted($0) }.map(\.name)
        }
    }

    private func isGranted(_ probe: Probe) -> Bool {
        let given = probe.arguments + [Int](repeating: 0, count: 6 - probe.arguments.count)
        let result = call(probe.number, given[0], given[1], given[2], given[3], given[4], given[5])
        if result == 0, probe.name == "fork" { _exit(0) }
        // The filter refuses with EPERM or ENOSYS. Any other error comes from the arguments: other arguments might
        // succeed.
        return result >= 0 || (errno != EPERM && errno != ENOSYS)
    }

    private struct Probe {
        let name: String
        let number: Int
        let arguments: [Int]

        /// - Parameter numbers: the call's numbers on x86-64 and on AArch64.
        init(_ name: String, _ numbers: (Int, Int), _ arguments: [Int] = []) {
            self.name = name
            #if arch(x86_64)
                number = numbers.0
            #else
                number = numbers.1
            #endif
            self.arguments = arguments
        }
    }

    private func probes(_ room: Int) -> [Probe] {
        let itself = Int(getpid())
        return [
            Probe("prlimit of the parent", (302, 261), [parent, 7, room]),
            Probe("prlimit of itself", (302, 261), [0, 4, room]),
            Probe("setpriority of the parent", (141, 140), [0, parent, 5]),
            Probe("setpriority of itself", (141, 140), [0, 0, 5]),
            Probe("sched_setscheduler", (144, 119), [parent, 3, room]),
            Probe("sched_setparam", (142, 118), [parent, room]),
            Probe("sched_setattr", (314, 274), [parent, room, 0]),
            Probe("sched_setaffinity", (203, 122), [parent, 8, room]),
            Probe("ioprio_set", (251, 30), [1, parent, 2 << 13 | 4]),
            Probe("shmget", (29, 194), [0, 4096, 0o1600]),
            Probe("msgget", (68, 186), [0, 0o1600]),
            Probe("semget", (64, 190), [0, 1, 0o1600]),
            Probe("mq_open", (240, 180), [room, 0o102, 0o600, 0]),
            Probe("io_setup", (206, 0), [1, room]),
            Probe("io_uring_setup", (425, 425), [1, room]),
            Probe("ptrace", (101, 117), [0x4206, parent]),
            Probe("process_vm_readv", (310, 270), [parent, room, 1, room, 1, 0]),
            Probe("process_vm_writev", (311, 271), [parent, room, 1, room, 1, 0]),
            Probe("process_madvise", (440, 440), [0, room, 1, 4, 0]),
            Probe("pidfd_open", (434, 434), [parent, 0]),
            Probe("kcmp", (312, 272), [parent, itself, 0, 0, 0]),
            Probe("kill of the parent", (62, 129), [parent, 0]),
            Probe("kill of its group", (62, 129), [0, 0]),
            Probe("kill of everybody", (62, 129), [-1, 0]),
            Probe("tgkill of the parent", (234, 131), [parent, parent, 0]),
            Probe("tkill", (200, 130), [parent, 0]),
            Probe("rt_sigqueueinfo", (129, 138), [parent, 0, room]),
            Probe("fork", (56, 220), [17]),
            Probe("clone3", (435, 435), [room, 64]),
            Probe("unshare", (272, 97), [0x0200_0000]),
            Probe("setns", (308, 268), [0, 0]),
            Probe("setuid", (105, 146), [0]),
            Probe("setfsuid", (122, 151), [0]),
            Probe("capset", (126, 91), [room, room]),
            Probe("memfd_create", (319, 279), [room, 0]),
            Probe("memory to write and execute", (9, 222), [0, 4096, 7, 0x22, -1, 0]),
            Probe("memory to execute", (9, 222), [0, 4096, 5, 0x22, -1, 0]),
            Probe("mprotect to execute", (10, 226), [room & ~4095, 4096, 7]),
            Probe("pkey_mprotect", (329, 288), [room & ~4095, 4096, 7, -1]),
            Probe("userfaultfd", (323, 282), [0]),
            Probe("bpf", (321, 280), [0, room, 64]),
            Probe("perf_event_open", (298, 241), [room, 0, -1, -1, 0]),
            Probe("keyctl", (250, 219), [0, -3, 0]),
            Probe("socket", (41, 198), [2, 1, 0]),
            Probe("socketpair", (53, 199), [1, 1, 0, room]),
            Probe("inotify_init1", (294, 26), [0]),
            Probe("ioctl of a terminal", (16, 29), [0, 0x5412, room]),
            Probe("fcntl of an owner", (72, 25), [1, 8, parent]),
            Probe("fcntl of a lock", (72, 25), [1, 6, room]),
            Probe("prctl of dumps", (157, 167), [4, 1]),
            Probe("prctl of the parent's death", (157, 167), [1, 0]),
            Probe("seccomp", (317, 277), [0, 1, 0]),
            Probe("personality", (135, 92), [0]),
            Probe("chdir", (80, 49), [room]),
            Probe("a call that is not known yet", (600, 600)),
        ]
    }
}
