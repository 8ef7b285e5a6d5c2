#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static int open_with(int directory, const char *path, int flags, uint64_t resolve) {
    struct open_how how = {0};
    how.flags = (uint64_t)(unsigned int)(flags | O_CLOEXEC | O_NOCTTY);
    // The kernel refuses a mode where nothing is created, and flags of open(2) that openat2(2) does not know.
    how.mode = (flags & O_CREAT) ? 0600 : 0;
    how.resolve = resolve;
    for (;;) {
        int saved = errno;
        long descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
        int failure = errno;
        errno = saved;
        if (descriptor >= 0) return (int)descriptor;
        if (failure != EINTR) return -failure;
    }
}

static int open_patiently(int directory, const char *path, int flags, uint64_t resolve) {
    // A rename of a folder on the way makes the kernel answer EAGAIN; openat2(2) asks for a retry.
    for (int attempt = 0; attempt < 16; attempt++) {
        int descriptor = open_with(directory, path, flags, resolve);
        if (descriptor != -EAGAIN) return descriptor;
    }
    return -EAGAIN;
}

int rondo_openat2_beneath(int directory, const char *path, int flags) {
    return open_patiently(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
}

static int open_without_links(int directory, const char *path, int flags) {
    return open_patiently(
        directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
}

int rondo_openat2_cached(int directory, const char *path, int flags) {
    return open_with(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_CACHED);
}

ssize_t rondo_pread_nowait(int descriptor, void *buffer, size_t count, int64_t offset) {
    struct iovec part = {buffer, count};
    for (;;) {
        int saved = errno;
        ssize_t got = preadv2(descriptor, &part, 1, offset, RWF_NOWAIT);
        int failure = errno;
        errno = saved;
        if (got >= 0) return got;
        if (failure != EINTR) return -failure;
    }
}

int rondo_name_new(int directory, const char *from, const char *to) {
    return rondo_move_new(directory, from, directory, to);
}

int rondo_move_new(int from_directory, const char *from, int to_directory, const char *to) {
    int saved = errno;
    int failure = 0;
    // RENAME_NOREPLACE, which older headers of the C library lack.
    if (syscall(SYS_renameat2, from_directory, from, to_directory, to, 1) != 0) failure = errno;
    if (failure == EINVAL || failure == ENOSYS) {
        failure = linkat(from_directory, from, to_directory, to, 0) == 0 ? 0 : errno;
        if (failure == 0 && unlinkat(from_directory, from, 0) != 0) failure = errno;
    }
    errno = saved;
    return -failure;
}

int rondo_open_place(const char *path, int *is_folder) {
    int saved = errno;
    struct stat facts;
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    int result = descriptor >= 0 ? descriptor : -errno;
    *is_folder = descriptor >= 0 && fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode);
    errno = saved;
    return result;
}

int rondo_syncfs(int descriptor) {
    int saved = errno;
    int failure = syncfs(descriptor) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
}

#else

int rondo_name_new(int directory, const char *from, const char *to) {
    (void)directory, (void)from, (void)to;
    return -ENOSYS;
}

int rondo_open_place(const char *path, int *is_folder) {
    (void)path;
    *is_folder = 0;
    return -ENOSYS;
}

int rondo_syncfs(int descriptor) {
    (void)descriptor;
    return -ENOSYS;
}

int rondo_openat2_beneath(int directory, const char *path, int flags) {
    (void)directory, (void)path, (void)flags;
    return -ENOSYS;
}

static int open_without_links(int directory, const char *path, int flags) {
    (void)directory, (void)path, (void)flags;
    return -ENOSYS;
}

int rondo_openat2_cached(int directory, const char *path, int flags) {
    (void)directory, (void)path, (void)flags;
    return -ENOSYS;
}

ssize_t rondo_pread_nowait(int descriptor, void *buffer, size_t count, int64_t offset) {
    (void)descriptor, (void)buffer, (void)count, (void)offset;
    return -ENOSYS;
}

#endif

int rondo_file_mode(const char *path) {
    int saved = errno;
    struct stat facts;
    int result = stat(path, &facts) != 0 ? -errno : S_ISREG(facts.st_mode) ? (int)(facts.st_mode & 07777) : -EINVAL;
    errno = saved;
    return result;
}

int rondo_open_beneath_by_steps(int directory, const char *path, int flags) {
    char component[256];
    int saved = errno;
    int current = directory;
    int result = -ENOENT;
    for (;;) {
        const char *slash = strchr(path, '/');
        size_t length = slash ? (size_t)(slash - path) : strlen(path);
        if (length == 0 || length >= sizeof component || (length == 1 && path[0] == '.')) {
            result = length == 0 || length == 1 ? -ENOENT : -ENAMETOOLONG;
            break;
        }
        if (length == 2 && path[0] == '.' && path[1] == '.') {
            result = -EXDEV;
            break;
        }
        memcpy(component, path, length);
        component[length] = 0;
        int wanted = slash ? O_RDONLY | O_DIRECTORY : flags | O_NOCTTY;
        int next;
        do next = openat(current, component, wanted | O_NOFOLLOW | O_CLOEXEC, 0600);
        while (next < 0 && errno == EINTR);
        result = next < 0 ? -errno : next;
        if (next < 0 || !slash) break;
        if (current != directory) close(current);
        current = next;
        path = slash + 1;
    }
    if (current != directory) close(current);
    errno = saved;
    return result;
}

/// Resolves `path` and writes the result into `target`, which has PATH_MAX bytes. Returns the index at which the path
/// below `root` begins in it, or a negative errno; `-EXDEV` when the result is not below `root`.
static int resolve_inside(const char *root, const char *path, char *target) {
    char top[PATH_MAX];
    char full[PATH_MAX];
    if (!realpath(root, top)) return -errno;
    size_t length = strcmp(top, "/") == 0 ? 0 : strlen(top);
    int written = snprintf(full, sizeof full, "%.*s/%s", (int)length, top, path);
    if (written < 0 || (size_t)written >= sizeof full) return -ENAMETOOLONG;
    // Link by link, at most 40 of them.
    if (!realpath(full, target)) return -errno;
    if (strncmp(target, top, length) != 0 || target[length] != '/' || target[length + 1] == 0) return -EXDEV;
    return (int)length + 1;
}

int rondo_open_inside(int directory, const char *root, const char *path, int flags) {
    int opened = rondo_openat2_beneath(directory, path, flags);
    int by_steps = opened == -ENOSYS;
    if (by_steps) opened = rondo_open_beneath_by_steps(directory, path, flags);
    // The links that the kernel refuses to follow: those with an absolute target, or one that leaves the folder on its
    // way.
    if (opened != (by_steps ? -ELOOP : -EXDEV)) return opened;
    int saved = errno;
    char target[PATH_MAX];
    int start = resolve_inside(root, path, target);
    errno = saved;
    if (start < 0) return start;
    opened = by_steps ? rondo_open_beneath_by_steps(directory, target + start, flags)
                      : open_without_links(directory, target + start, flags);
    // A link has appeared on the path since it was resolved.
    return opened == -ELOOP ? -EXDEV : opened;
}

int rondo_pipe(int ends[2]) {
    int saved = errno;
#if defined(__linux__)
    int failure = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
    int failure = ENOSYS;
#endif
    errno = saved;
    return -failure;
}

void rondo_widen_pipe(int end, int capacity) {
    int saved = errno;
#if defined(__linux__)
    (void)fcntl(end, F_SETPIPE_SZ, capacity);
#else
    (void)end, (void)capacity;
#endif
    errno = saved;
}
