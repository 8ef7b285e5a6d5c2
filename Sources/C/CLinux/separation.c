#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <unistd.h>

#if defined(__linux__)

#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

/// The user and group of processes that a server of root confines: a number that neither systemd nor Debian assigns,
/// and that exists in a container with the usual 65,536 users. https://systemd.io/UIDS-GIDS/
#define CONFINED_ID 60913
#define FUSE_MAGIC 0x65735546
#define BIT(number) (1u << (number))

static int set_capabilities(uint32_t kept, int inheritable) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2] = {{kept, kept, inheritable ? kept : 0}, {0, 0, 0}};
    return (int)syscall(SYS_capset, &header, sets);
}

/// The lower 32 of the effective capabilities. All that matter here are among them.
static uint32_t capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2];
    memset(sets, 0, sizeof sets);
    return syscall(SYS_capget, &header, sets) == 0 ? sets[0].effective : 0;
}

/// Whether only its owner may read the folder or file, because it is on a FUSE file system.
static int is_of_its_owner_alone(int descriptor) {
    struct statfs facts;
    return descriptor >= 0 && fstatfs(descriptor, &facts) == 0 && facts.f_type == FUSE_MAGIC;
}

/// Returns 1 when this process has become the other user, 0 when nothing has changed, a negative errno when the change
/// failed halfway.
static int become_another_user(int place, enum rondo_separation_purpose purpose, const char *program) {
    uint32_t have = capabilities();
    uint32_t reading = have & BIT(CAP_DAC_READ_SEARCH) ? BIT(CAP_DAC_READ_SEARCH) : BIT(CAP_DAC_OVERRIDE);
    uint32_t kept = purpose == RONDO_SEPARATION_MOVING ? BIT(CAP_DAC_OVERRIDE) : reading;
    // CAP_KILL: the server must be able to end the process afterwards.
    uint32_t needed = BIT(CAP_SETUID) | BIT(CAP_SETGID) | BIT(CAP_KILL) | kept;
    if ((have & needed) != needed || is_of_its_owner_alone(place)) return 0;
    struct stat facts;
    if (program != NULL && (stat(program, &facts) != 0 || !(facts.st_mode & S_IXOTH))) return 0;

    if (setgroups(0, NULL) != 0) return errno == EPERM ? 0 : -errno;
    if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) return -errno;
    if (setresgid(CONFINED_ID, CONFINED_ID, CONFINED_ID) != 0 || setresuid(CONFINED_ID, CONFINED_ID, CONFINED_ID) != 0)
        return -errno;
    // Changing the user has emptied the effective set.
    if (purpose == RONDO_SEPARATION_MOVING) {
        if (set_capabilities(kept | BIT(CAP_SETUID) | BIT(CAP_SETGID), 0) != 0) return -errno;
        // New files belong to root as before; signals and limits apply to the other user.
        setfsgid(0);
        setfsuid(0);
    }
    if (set_capabilities(kept, purpose == RONDO_SEPARATION_EXECUTING) != 0) return -errno;
    if (purpose == RONDO_SEPARATION_EXECUTING
        && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, reading == BIT(CAP_DAC_READ_SEARCH) ? CAP_DAC_READ_SEARCH : CAP_DAC_OVERRIDE, 0, 0) != 0)
        return -errno;
    return 1;
}

int rondo_separate(int place, enum rondo_separation_purpose purpose, const char *program) {
    int saved = errno;
    int result = RONDO_SEPARATED_NOT;
    if (geteuid() == 0) {
        int other = become_another_user(place, purpose, program);
        if (other < 0) result = other;
        else if (other > 0) result = RONDO_SEPARATED_BY_USER;
    }
    if (result == RONDO_SEPARATED_NOT) {
        // A user namespace of its own, without users: the process can trace nothing outside and has no rights over
        // anything.
        if (unshare(CLONE_NEWUSER | CLONE_NEWIPC) == 0 || unshare(CLONE_NEWUSER) == 0) {
            result = RONDO_SEPARATED_BY_NAMESPACE;
            if (set_capabilities(0, 0) != 0) result = -errno;
        }
    }
    errno = saved;
    return result;
}

#else

int rondo_separate(int place, enum rondo_separation_purpose purpose, const char *program) {
    (void)place, (void)purpose, (void)program;
    return RONDO_SEPARATED_NOT;
}

#endif
