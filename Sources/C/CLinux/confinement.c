#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <unistd.h>

#if defined(__linux__)

#include <linux/landlock.h>
#include <sys/syscall.h>

// Rights that this build's headers may lack. The kernel's version decides which of them it handles.
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

/// Adds rules that allow `access` beneath each of `count` descriptors.
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
    const int *written, size_t written_count, uint64_t writing
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
    // An older kernel accepts the longer structure if the fields that it does not know are zero.
    int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (set < 0) return -errno;

    int result = allow(set, directories, count, READING);
    if (result == 0) result = allow(set, programs, program_count, READING | LANDLOCK_ACCESS_FS_EXECUTE);
    if (result == 0) result = allow(set, files, file_count, LANDLOCK_ACCESS_FS_READ_FILE);
    if (result == 0) result = allow(set, written, written_count, writing & rules.handled_access_fs);
    if (result == 0 && syscall(SYS_landlock_restrict_self, set, 0) != 0) result = -errno;
    close(set);
    if (result < 0) return result;
    if (version >= 6) return RONDO_LANDLOCK_FULL;
    return version >= 4 ? RONDO_LANDLOCK_FILES_AND_TCP : RONDO_LANDLOCK_FILES;
}

int rondo_restrict_to_reading(const int *directories, size_t count) {
    int saved = errno;
    int result = restrict_to(directories, count, NULL, 0, NULL, 0, NULL, 0, 0);
    errno = saved;
    return result;
}

int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count) {
    int saved = errno;
    int result = restrict_to(NULL, 0, folders, count, files, file_count, NULL, 0, 0);
    errno = saved;
    return result;
}

int rondo_restrict_to_moving(int from, int to) {
    int saved = errno;
    int result = restrict_to(&from, 1, NULL, 0, NULL, 0, &to, 1, WRITING);
    errno = saved;
    return result;
}

int rondo_restrict_to_rearranging(int folder) {
    int saved = errno;
    int result = restrict_to(NULL, 0, NULL, 0, NULL, 0, &folder, 1, WRITING | LANDLOCK_ACCESS_FS_REFER);
    errno = saved;
    return result;
}

/// All rights on files and folders except executing them.
#define KEEPING (WRITING | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_SOCK \
    | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_REFER)

int rondo_restrict_server(const struct rondo_server_places *places) {
    int saved = errno;
    int result = 0;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    // Before version 2 a restricted process may not move a file from one folder into another at all.
    if (version < 2) {
        result = version >= 0 || errno == ENOSYS || errno == EOPNOTSUPP ? RONDO_LANDLOCK_NOTHING : -errno;
        errno = saved;
        return result;
    }
    struct ruleset rules = {0};
    rules.handled_access_fs = ((1ULL << 13) - 1) | LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) rules.handled_access_fs |= FS_TRUNCATE;
    if (version >= 6) rules.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
    int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (set < 0) {
        result = -errno;
    } else {
        uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE;
        result = allow(set, places->read, places->read_count, READING);
        if (result == 0) result = allow(set, places->read_files, places->read_file_count, file);
        if (result == 0) result = allow(set, places->listed, places->listed_count, LANDLOCK_ACCESS_FS_READ_DIR);
        if (result == 0) result = allow(set, places->written, places->written_count, KEEPING & rules.handled_access_fs);
        if (result == 0)
            result = allow(
                set, places->written_files, places->written_file_count,
                (file | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE) & rules.handled_access_fs);
        if (result == 0)
            result = allow(set, places->programs, places->program_count, file | LANDLOCK_ACCESS_FS_EXECUTE);
        if (result == 0)
            result = allow(
                set, places->program_folders, places->program_folder_count, READING | LANDLOCK_ACCESS_FS_EXECUTE);
        if (result == 0 && syscall(SYS_landlock_restrict_self, set, 0) != 0) result = -errno;
        close(set);
        if (result == 0) result = RONDO_LANDLOCK_FILES;
    }
    errno = saved;
    return result;
}

#else

int rondo_restrict_to_reading(const int *directories, size_t count) {
    (void)directories, (void)count;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count) {
    (void)folders, (void)count, (void)files, (void)file_count;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_restrict_server(const struct rondo_server_places *places) {
    (void)places;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_restrict_to_moving(int from, int to) {
    (void)from, (void)to;
    return RONDO_LANDLOCK_NOTHING;
}

int rondo_restrict_to_rearranging(int folder) {
    (void)folder;
    return RONDO_LANDLOCK_NOTHING;
}

#endif
