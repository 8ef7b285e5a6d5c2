#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <unistd.h>

#if defined(__linux__)

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

// Rights that this build's headers may not know yet; the kernel's version says which of them it handles.
// https://docs.kernel.org/userspace-api/landlock.html
#define FS_TRUNCATE (1ULL << 14)   // version 3
#define FS_IOCTL_DEVICE (1ULL << 15)  // version 5
#define NET_BIND_TCP (1ULL << 0)   // version 4
#define NET_CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)  // version 6
#define SCOPE_SIGNAL (1ULL << 1)

struct ruleset {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

#define READING (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)

/// Rules for `count` descriptors: what may be done beneath each of them.
static int allow(int set, const int *descriptors, size_t count, uint64_t access) {
    for (size_t index = 0; index < count; index++) {
        struct landlock_path_beneath_attr beneath = {.allowed_access = access, .parent_fd = descriptors[index]};
        if (syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0) return -errno;
    }
    return 0;
}

#define WRITING (READING | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR \
    | LANDLOCK_ACCESS_FS_REMOVE_FILE | FS_TRUNCATE)

static int restrict_to(
    const int *directories, size_t count, const int *programs, size_t program_count, const int *files, size_t file_count,
    const int *written, size_t written_count
) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? RONDO_LANDLOCK_NOTHING : -errno;

    struct ruleset rules = {0};
    // All thirteen rights of version 1, from EXECUTE to MAKE_SYM.
    rules.handled_access_fs = (1ULL << 13) - 1;
    if (version >= 2) rules.handled_access_fs |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) rules.handled_access_fs |= FS_TRUNCATE;
    if (version >= 5) rules.handled_access_fs |= FS_IOCTL_DEVICE;
    if (version >= 4) rules.handled_access_net = NET_BIND_TCP | NET_CONNECT_TCP;
    if (version >= 6) rules.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
    // An older kernel takes the longer structure as long as the fields it does not know are zero.
    int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (set < 0) return -errno;

    int result = allow(set, directories, count, READING);
    if (result == 0) result = allow(set, programs, program_count, READING | LANDLOCK_ACCESS_FS_EXECUTE);
    if (result == 0) result = allow(set, files, file_count, LANDLOCK_ACCESS_FS_READ_FILE);
    if (result == 0) result = allow(set, written, written_count, WRITING & rules.handled_access_fs);
    if (result == 0 && syscall(SYS_landlock_restrict_self, set, 0) != 0) result = -errno;
    close(set);
    if (result < 0) return result;
    if (version >= 6) return RONDO_LANDLOCK_FULL;
    return version >= 4 ? RONDO_LANDLOCK_FILES_AND_TCP : RONDO_LANDLOCK_FILES;
}

int rondo_restrict_to_reading(const int *directories, size_t count) {
    int saved = errno;
    int result = restrict_to(directories, count, NULL, 0, NULL, 0, NULL, 0);
    errno = saved;
    return result;
}

int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count) {
    int saved = errno;
    int result = restrict_to(NULL, 0, folders, count, files, file_count, NULL, 0);
    errno = saved;
    return result;
}

int rondo_restrict_to_moving(int from, int to) {
    int saved = errno;
    int result = restrict_to(&from, 1, NULL, 0, NULL, 0, &to, 1);
    errno = saved;
    return result;
}

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(NATIVE_ARCHITECTURE)

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSAL (SECCOMP_RET_ERRNO | EPERM)
/// Two instructions: refuse the call of that number.
#define REFUSE(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ANSWER(REFUSAL)

/// The number of no call.
#define NONE 0xFFFFFFFFu

static int install_filter(int may_execute, int may_move) {
    uint32_t self = (uint32_t)getpid();
    struct sock_filter program[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#if defined(__x86_64__)
        // The x32 numbers share the architecture's name.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
#endif
        // The network, io_uring (which would open sockets past this filter) and descriptors of other processes.
        REFUSE(SYS_socket), REFUSE(SYS_socketpair), REFUSE(SYS_connect), REFUSE(SYS_bind), REFUSE(SYS_listen),
        REFUSE(SYS_accept), REFUSE(SYS_accept4), REFUSE(425 /* io_uring_setup */), REFUSE(426 /* io_uring_enter */),
        REFUSE(427 /* io_uring_register */), REFUSE(438 /* pidfd_getfd */), REFUSE(434 /* pidfd_open */),
        // Programs and processes.
        REFUSE(may_execute ? NONE : SYS_execve), REFUSE(SYS_execveat), REFUSE(SYS_ptrace), REFUSE(SYS_process_vm_readv),
        REFUSE(SYS_process_vm_writev), REFUSE(SYS_kcmp), REFUSE(SYS_setns), REFUSE(SYS_unshare),
        REFUSE(SYS_tkill), REFUSE(SYS_rt_sigqueueinfo), REFUSE(SYS_rt_tgsigqueueinfo),
        REFUSE(424 /* pidfd_send_signal */),
#if defined(__x86_64__)
        REFUSE(SYS_fork), REFUSE(SYS_vfork), REFUSE(SYS_chmod), REFUSE(SYS_chown), REFUSE(SYS_lchown),
        REFUSE(SYS_rename), REFUSE(SYS_link), REFUSE(SYS_symlink), REFUSE(SYS_unlink), REFUSE(SYS_rmdir),
        REFUSE(SYS_mkdir), REFUSE(SYS_mknod), REFUSE(SYS_creat), REFUSE(SYS_renameat),
#endif
        // The file system.
        REFUSE(SYS_fchmodat), REFUSE(SYS_fchownat), REFUSE(may_move ? NONE : SYS_fchmod), REFUSE(SYS_fchown),
        REFUSE(may_move ? NONE : SYS_renameat2), REFUSE(may_move ? NONE : SYS_linkat), REFUSE(SYS_symlinkat),
        REFUSE(may_move ? NONE : SYS_unlinkat), REFUSE(may_move ? NONE : SYS_mkdirat), REFUSE(SYS_mknodat),
        REFUSE(SYS_truncate), REFUSE(SYS_ftruncate), REFUSE(SYS_utimensat), REFUSE(SYS_setxattr),
        REFUSE(SYS_lsetxattr), REFUSE(SYS_fsetxattr), REFUSE(SYS_removexattr), REFUSE(SYS_lremovexattr),
        REFUSE(SYS_fremovexattr), REFUSE(SYS_mount), REFUSE(SYS_umount2), REFUSE(SYS_pivot_root), REFUSE(SYS_chroot),
        REFUSE(428 /* open_tree */), REFUSE(429 /* move_mount */), REFUSE(430 /* fsopen */),
        // The kernel's deep end.
        REFUSE(SYS_bpf), REFUSE(SYS_perf_event_open), REFUSE(SYS_userfaultfd), REFUSE(SYS_keyctl), REFUSE(SYS_add_key),
        REFUSE(SYS_request_key), REFUSE(SYS_init_module), REFUSE(SYS_finit_module), REFUSE(SYS_delete_module),
        REFUSE(SYS_kexec_load), REFUSE(SYS_reboot), REFUSE(SYS_swapon), REFUSE(SYS_swapoff), REFUSE(SYS_acct),
        REFUSE(SYS_open_by_handle_at), REFUSE(SYS_name_to_handle_at), REFUSE(SYS_quotactl),
        // clone3 hides its flags behind a pointer: glibc falls back to clone when it is not there.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        ANSWER(REFUSAL),
        ANSWER(SECCOMP_RET_ALLOW),
        // Signals only to itself: abort and the CPU limit's handler need it.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0),
        ANSWER(REFUSAL),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof program / sizeof program[0], program};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0) return -errno;
    return 0;
}

int rondo_deny_network_and_processes(void) {
    int saved = errno;
    int result = install_filter(0, 0);
    errno = saved;
    return result;
}

int rondo_deny_network_but_execute(void) {
    int saved = errno;
    int result = install_filter(1, 0);
    errno = saved;
    return result;
}

int rondo_deny_network_but_move(void) {
    int saved = errno;
    int result = install_filter(0, 1);
    errno = saved;
    return result;
}

#else
int rondo_deny_network_and_processes(void) { return -ENOSYS; }
int rondo_deny_network_but_execute(void) { return -ENOSYS; }
int rondo_deny_network_but_move(void) { return -ENOSYS; }
#endif

#else

int rondo_restrict_to_reading(const int *directories, size_t count) {
    (void)directories, (void)count;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count) {
    (void)folders, (void)count, (void)files, (void)file_count;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_deny_network_and_processes(void) { return -ENOSYS; }
int rondo_deny_network_but_execute(void) { return -ENOSYS; }
int rondo_deny_network_but_move(void) { return -ENOSYS; }

int rondo_restrict_to_moving(int from, int to) {
    (void)from, (void)to;
    return RONDO_LANDLOCK_NOTHING;
}

#endif
