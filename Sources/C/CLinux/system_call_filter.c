#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Numbers that every architecture shares and older headers do not know.
enum {
    CALL_STATX = 291 + 41 * (NATIVE_ARCHITECTURE == AUDIT_ARCH_X86_64),  // 332 and 291
    CALL_RSEQ = 293 + 41 * (NATIVE_ARCHITECTURE == AUDIT_ARCH_X86_64),   // 334 and 293
    CALL_CLONE3 = 435,
    CALL_OPENAT2 = 437,
    CALL_FACCESSAT2 = 439,
    CALL_FUTEX_WAITV = 449,
    /// The first call that is newer than this list. After ENOSYS the C library uses an older one.
    CALL_UNKNOWN = 463,
};

/// The flags with which glibc and musl make threads, and nothing else.
#define THREAD_FLAGS                                                                                                  \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS                  \
     | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED)
#define OPEN_FOR_WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)

/// The longest program: about 90 calls, of which 20 have conditions on their arguments.
enum { CAPACITY = 1024 };

struct program {
    struct sock_filter code[CAPACITY];
    unsigned short length;
};

static void add(struct program *program, struct sock_filter instruction) {
    // With one instruction too many the kernel refuses the whole program, and the caller fails.
    if (program->length < CAPACITY) program->code[program->length] = instruction;
    program->length++;
}

static void load(struct program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *program, uint32_t value) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

static void compare(struct program *program, uint16_t test, uint32_t value, uint8_t yes, uint8_t no) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no));
}

/// A condition on an argument, tested one half of its 64 bits at a time.
struct condition {
    uint8_t argument;
    /// True: the argument equals `value`. False: no bit of `value` is set in it.
    bool is_equal;
    uint64_t value;
};

#define EQUAL(number, wanted) ((struct condition){(number), true, (wanted)})
#define WITHOUT(number, bits) ((struct condition){(number), false, (bits)})

static void allow(struct program *program, long call) {
    compare(program, BPF_JEQ, (uint32_t)call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
}

/// Allows the call where all conditions hold. Otherwise the next rules decide, so a call may have several of these.
static void allow_if(struct program *program, long call, const struct condition *conditions, size_t count) {
    uint8_t left = (uint8_t)(4 * count + 1);
    // After the rule, the number of the call is loaded again.
    compare(program, BPF_JEQ, (uint32_t)call, 0, (uint8_t)(left + 1));
    for (size_t index = 0; index < count; index++) {
        struct condition condition = conditions[index];
        for (int half = 0; half < 2; half++) {
            uint32_t part = (uint32_t)(condition.value >> (32 * half));
            left -= 2;
            // Both processors are little-endian.
            load(program, offsetof(struct seccomp_data, args) + 8 * condition.argument + 4 * (size_t)half);
            if (condition.is_equal) compare(program, BPF_JEQ, part, 0, left);
            else compare(program, BPF_JSET, part, left, 0);
        }
    }
    answer(program, SECCOMP_RET_ALLOW);
    load(program, offsetof(struct seccomp_data, nr));
}

#define ALLOW_IF(program, call, ...)                                                                                  \
    do {                                                                                                              \
        const struct condition conditions[] = {__VA_ARGS__};                                                          \
        allow_if((program), (call), conditions, sizeof conditions / sizeof conditions[0]);                            \
    } while (0)

/// Allows the calls that the C library and the Swift runtime need in any program: memory, time, its own signals, exit.
static void allow_living(struct program *program) {
    static const int calls[] = {
        SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_preadv, SYS_preadv2, SYS_lseek, SYS_close,
        SYS_fstat, SYS_newfstatat, CALL_STATX, SYS_fstatfs, SYS_statfs, SYS_getdents64, SYS_readlinkat, SYS_faccessat,
        CALL_FACCESSAT2, SYS_fadvise64, SYS_readahead, SYS_dup, SYS_ppoll,
        SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_mincore,
        SYS_futex, CALL_FUTEX_WAITV, SYS_set_robust_list, CALL_RSEQ, SYS_membarrier, SYS_sched_yield,
        SYS_sched_getaffinity, SYS_getcpu,
        SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times,
        SYS_getrusage, SYS_timer_settime, SYS_timer_gettime,
        SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
        SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo,
        SYS_getrandom, SYS_exit, SYS_exit_group,
#if defined(__x86_64__)
        SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_time,
#endif
    };
    for (size_t index = 0; index < sizeof calls / sizeof calls[0]; index++) allow(program, calls[index]);

    uint64_t self = (uint64_t)getpid();
    // abort(3) and the limit of processor time send signals to this process alone.
    ALLOW_IF(program, SYS_kill, EQUAL(0, self));
    ALLOW_IF(program, SYS_tgkill, EQUAL(0, self));
    // Limits are read, by getrlimit(3), and never set.
    ALLOW_IF(program, SYS_prlimit64, EQUAL(0, 0), EQUAL(2, 0));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_GETFD));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_SETFD));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_GETFL));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_DUPFD));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_DUPFD_CLOEXEC));
    ALLOW_IF(program, SYS_prctl, EQUAL(0, PR_SET_NAME));
    // Newer versions of glibc name their anonymous memory.
    ALLOW_IF(program, SYS_prctl, EQUAL(0, 0x53564d41 /* PR_SET_VMA */), EQUAL(1, 0));
    ALLOW_IF(program, SYS_mmap, WITHOUT(2, PROT_EXEC));
    ALLOW_IF(program, SYS_mprotect, WITHOUT(2, PROT_EXEC));
}

static void allow_reading(struct program *program) {
    ALLOW_IF(program, SYS_openat, WITHOUT(2, OPEN_FOR_WRITING));
#if defined(__x86_64__)
    ALLOW_IF(program, SYS_open, WITHOUT(1, OPEN_FOR_WRITING));
#endif
}

/// Allows the calls of an executed program before its `main`, and threads.
static void allow_executing(struct program *program, const char *path) {
    // The executed program does not have this address in its memory, so it can execute nothing else.
    ALLOW_IF(program, SYS_execve, EQUAL(0, (uint64_t)(uintptr_t)path));
#if defined(__x86_64__)
    allow(program, SYS_arch_prctl);
    allow(program, SYS_getrlimit);
#endif
    allow(program, SYS_set_tid_address);
    allow(program, SYS_getcwd);
    // A library for secrets locks memory, up to the limit for that.
    allow(program, SYS_mlock);
    // Libraries are mapped from their files, never where the program can write.
    ALLOW_IF(program, SYS_mmap, WITHOUT(2, PROT_WRITE), WITHOUT(3, MAP_ANONYMOUS));
    ALLOW_IF(program, SYS_prctl, EQUAL(0, PR_CAPBSET_READ));
    // At most THREAD_FLAGS, and at least these of them.
    for (int detached = 0; detached < 2; detached++) {
        uint64_t flags = detached ? THREAD_FLAGS : THREAD_FLAGS & ~(uint64_t)CLONE_DETACHED;
        ALLOW_IF(program, SYS_clone, EQUAL(0, flags));
    }
    // Whether its standard error is a terminal.
    ALLOW_IF(program, SYS_ioctl, EQUAL(0, 2), EQUAL(1, 0x5401 /* TCGETS */));
}

/// Allows the calls by which an executed program plays through a sound system: devices that are open to it, sockets of
/// this machine, and memory shared with a sound server.
static void allow_playing(struct program *program) {
    static const int calls[] = {
        SYS_ioctl, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_connect, SYS_getsockopt, SYS_setsockopt,
        SYS_getsockname, SYS_getpeername, SYS_shutdown, SYS_pipe2, SYS_eventfd2, SYS_memfd_create, SYS_ftruncate,
        SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime,
        // ALSA mixes the sound of several programs in memory that they share.
        SYS_shmget, SYS_shmat, SYS_shmdt, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl,
        SYS_umask,
#if defined(__x86_64__)
        SYS_epoll_wait, SYS_pipe,
#endif
    };
    for (size_t index = 0; index < sizeof calls / sizeof calls[0]; index++) allow(program, calls[index]);
    // No address of a network: a socket that was handed over is this machine's too.
    ALLOW_IF(program, SYS_socket, EQUAL(0, AF_UNIX));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, F_SETFL));
    ALLOW_IF(program, SYS_fcntl, EQUAL(1, 1033 /* F_ADD_SEALS */));
    // Landlock decides which devices these are.
    ALLOW_IF(program, SYS_openat, WITHOUT(2, O_CREAT | O_TRUNC | O_APPEND));
#if defined(__x86_64__)
    ALLOW_IF(program, SYS_open, WITHOUT(1, O_CREAT | O_TRUNC | O_APPEND));
#endif
}

static void allow_moving(struct program *program) {
    static const int calls[] = {SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_fsync};
    for (size_t index = 0; index < sizeof calls / sizeof calls[0]; index++) allow(program, calls[index]);
    // It may write as root: nothing that it makes is setuid, setgid or sticky.
    ALLOW_IF(program, SYS_openat, WITHOUT(3, 07000));
    ALLOW_IF(program, SYS_mkdirat, WITHOUT(2, 07000));
    ALLOW_IF(program, SYS_fchmod, WITHOUT(1, 07000));
}

enum purpose { READING, EXECUTING, PLAYING, MOVING };

static int install(enum purpose purpose, const char *path) {
    static struct program program;
    program.length = 0;
    load(&program, offsetof(struct seccomp_data, arch));
    compare(&program, BPF_JEQ, NATIVE_ARCHITECTURE, 1, 0);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    // The x32 numbers share the architecture's name.
    compare(&program, BPF_JGE, 0x40000000, 0, 1);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
#endif
    allow_living(&program);
    // Its flags and mode are behind a pointer, which a filter cannot read. Processes that read with it are confined by
    // Landlock too; processes that write open step by step.
    if (purpose == READING) allow(&program, CALL_OPENAT2);
    if (purpose == MOVING) allow_moving(&program);
    else allow_reading(&program);
    if (purpose == EXECUTING || purpose == PLAYING) allow_executing(&program, path);
    if (purpose == PLAYING) allow_playing(&program);
    // clone3 has its flags behind a pointer. glibc uses clone where clone3 does not exist.
    compare(&program, BPF_JEQ, CALL_CLONE3, 1, 0);
    compare(&program, BPF_JGE, CALL_UNKNOWN, 0, 1);
    answer(&program, SECCOMP_RET_ERRNO | ENOSYS);
    answer(&program, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog filter = {program.length, program.code};
    if (program.length > CAPACITY) return -E2BIG;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0) return -errno;
    return 0;
}

static int install_keeping_errno(enum purpose purpose, const char *path) {
    int saved = errno;
    int result = install(purpose, path);
    errno = saved;
    return result;
}

int rondo_allow_reading_only(void) { return install_keeping_errno(READING, NULL); }
int rondo_allow_executing_only(const char *path) { return install_keeping_errno(EXECUTING, path); }
int rondo_allow_playing_only(const char *path) { return install_keeping_errno(PLAYING, path); }
int rondo_allow_moving_only(void) { return install_keeping_errno(MOVING, NULL); }

const char *rondo_hidden_text(const char *text, size_t size) {
    int saved = errno;
    const char *result = NULL;
    // 46 random bits. Some 64-bit ARM kernels have 39 bits of addresses: the second half of the attempts is for those.
    for (int attempt = 0; attempt < 64 && result == NULL; attempt++) {
        uint64_t random;
        if (syscall(SYS_getrandom, &random, sizeof random, 0) != sizeof random) break;
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        if (size > page) break;
        uint64_t place = random & ((1ULL << (attempt < 32 ? 46 : 38)) - 1) & ~(uint64_t)(page - 1);
        char *memory = mmap(
            (void *)(uintptr_t)place, page, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (memory == MAP_FAILED) continue;
        if ((uint64_t)(uintptr_t)memory != place) {
            // Before Linux 4.17 the address is only a hint.
            munmap(memory, page);
            continue;
        }
        size_t offset = size < page ? (size_t)((random >> 48) % (page - size)) : 0;
        for (size_t index = 0; index < size; index++) memory[offset + index] = text[index];
        mprotect(memory, page, PROT_READ);
        result = memory + offset;
    }
    errno = saved;
    return result;
}

#else

int rondo_allow_reading_only(void) { return -ENOSYS; }
int rondo_allow_executing_only(const char *path) {
    (void)path;
    return -ENOSYS;
}
int rondo_allow_playing_only(const char *path) {
    (void)path;
    return -ENOSYS;
}
int rondo_allow_moving_only(void) { return -ENOSYS; }
const char *rondo_hidden_text(const char *text, size_t size) {
    (void)text, (void)size;
    return NULL;
}

#endif
