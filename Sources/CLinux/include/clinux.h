/// Linux system calls that Swift cannot reach: variadic, without a libc wrapper, or set up by structures that need C.
///
/// Unless a function says otherwise, it returns its result (0 or more) or a negative errno, and leaves `errno` alone.
/// On other systems every function answers `-ENOSYS`, so that the package still compiles there.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Files

/// Opens `path`, which is relative to the folder `directory` and must stay below it, whatever links it holds.
///
/// `flags` are those of open(2); O_CLOEXEC and O_NOCTTY are always added. The mode of a created file is 0600. Returns
/// the descriptor, or `-EXDEV` when the path leads out, `-ELOOP`, `-ENOENT`, `-EACCES`, and `-ENOSYS` before Linux
/// 5.6.
int rondo_openat2_beneath(int directory, const char *path, int flags);

/// As `rondo_openat2_beneath`, but only from what the kernel has in memory: `-EAGAIN` when the disk would have to be
/// asked, so that it may be called on an event loop. `-EINVAL` or `-ENOSYS` before Linux 5.12.
int rondo_openat2_cached(int directory, const char *path, int flags);

/// As `rondo_openat2_beneath` on kernels without openat2: component by component, refusing every symbolic link with
/// `-ELOOP`.
int rondo_open_beneath_by_steps(int directory, const char *path, int flags);

/// Opens `path` below the folder `directory`, whose absolute path is `root`, through links as well whose target is absolute or lies
/// beyond `..`, as long as they end inside. Whatever changes meanwhile, what is opened is opened beneath `directory`: a path that
/// the kernel refuses is resolved as text first, and then opened without following any link. Errors are those of
/// `rondo_openat2_beneath`; `-EXDEV` when it ends outside. It works on every kernel.
int rondo_open_inside(int directory, const char *root, const char *path, int flags);

/// Reads at `offset` only what is in the page cache: the number of bytes, 0 at the end of the file, `-EAGAIN` when
/// the disk would have to be asked, `-EOPNOTSUPP` where the file system cannot tell.
ssize_t rondo_pread_nowait(int descriptor, void *buffer, size_t count, int64_t offset);

/// Gives the file `from` in the open folder `directory` the name `to` there, in one step and only if nothing has that name: `-EEXIST`. Where the
/// file system cannot do that (`-EINVAL`), it is made by a second name, of which the first is then taken away; `-EPERM` or
/// `-EOPNOTSUPP` where it knows no second names either.
int rondo_name_new(int directory, const char *from, const char *to);
/// Waits until everything that was written to the file system of `descriptor` is on its disk (syncfs(2)).
int rondo_syncfs(int descriptor);

/// Makes a pipe whose ends, for reading and for writing, no program that is executed inherits. 0 or a negative errno.
int rondo_pipe(int ends[2]);

// Memory

/// Settings of glibc's allocator for a long-lived process with many threads: two arenas, blocks from 512 KiB on by
/// mmap (returned to the system when freed; fixed, where glibc would let it grow to 32 MiB), the top trimmed from 2 MiB
/// on. The buffers of streams are smaller, so that sending one costs no page faults. Call it before the first thread.
/// Returns 0, or -1 where there is no glibc.
int rondo_mallopt(void);

/// Gives free memory back to the system. Returns 1 when some was given back.
int rondo_malloc_trim(void);

// Life and limits of a process

/// Has the kernel send `signal` to this process when the thread that started it ends, and ends at once when that has
/// happened already, which `parent`, the parent's process id (0 when unknown), tells.
int rondo_die_with_parent(int signal, pid_t parent);

/// setrlimit(2) with the soft and hard limit given. Each returns 0 or a negative errno.
int rondo_limit_address_space(uint64_t bytes);
int rondo_limit_file_size(uint64_t bytes);
int rondo_limit_open_files(uint64_t count);
// Raises the soft limit of open files to `wanted`, or as far as the hard limit allows; returns what it is now, 0 when that is unknown.
uint64_t rondo_raise_open_files(uint64_t wanted);
int rondo_limit_core_size(uint64_t bytes);

/// Moves the soft limit of processor time to `seconds` from what this process has used so far; the hard limit stays.
/// The kernel sends SIGXCPU when the soft limit passes. Raises nothing beyond the hard limit.
int rondo_limit_processor_time_from_now(uint64_t seconds);

/// Closes every descriptor from `first` on. `-ENOSYS` before Linux 5.9.
int rondo_close_from(unsigned int first);

/// This process and its children gain no privileges by executing programs any more. A filter and a Landlock domain
/// need it.
int rondo_no_new_privileges(void);

/// Starts a program that inherits none of this process's descriptors, blocked signals or handlers. Its standard descriptors are copies of
/// the three given; `/dev/null` where one is -1. With `session` it belongs to no terminal and outlives its parent's.
/// - Returns: the process's number, or the negative error.
pid_t rondo_spawn(const char *program, char *const arguments[], char *const environment[], const int standard[3], int session);

// Confinement. Both need `rondo_no_new_privileges` first and cannot be undone.

/// What `rondo_restrict_to_reading` could have the kernel enforce.
enum {
    /// The kernel has no Landlock, or it is off: nothing was restricted.
    RONDO_LANDLOCK_NOTHING = 0,
    /// Files: only reading, only below the folders given.
    RONDO_LANDLOCK_FILES = 1,
    /// Files, and no TCP connections (Linux 6.7).
    RONDO_LANDLOCK_FILES_AND_TCP = 2,
    /// Files, TCP, and no signals or abstract sockets to processes outside (Linux 6.12).
    RONDO_LANDLOCK_FULL = 3,
};

/// From now on this thread, and those it starts, may read files and list folders below the given open folders and do
/// nothing else with the file system: no writing, creating, executing, renaming. Descriptors that are already open
/// keep working. Returns one of `RONDO_LANDLOCK_…`, or a negative errno when the kernel knows Landlock and yet
/// refused.
int rondo_restrict_to_reading(const int *directories, size_t count);

/// As `rondo_restrict_to_reading`, for a process that goes on to execute a program: below the given open folders files may be read and
/// executed, and the given open files, to which `/proc/self/fd` may lead, may be read. Nothing else.
int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count);

/// From now on this process may read below the open folder `from`, and read, make and write files and make folders below the open folder
/// `to`. Nothing else. Returns as `rondo_restrict_to_reading`.
int rondo_restrict_to_moving(int from, int to);

/// Installs a seccomp filter on all threads that ends in EPERM for: sockets, executing programs, new processes
/// (threads stay possible), signals and tracing of others, mounting, namespaces, kernel modules, keys, BPF, io_uring,
/// userfaultfd, and changes of owner, mode or name in the file system. clone3 answers ENOSYS, so that glibc falls
/// back to clone, whose flags can be filtered. A call of a foreign architecture ends the process. Returns 0 or a
/// negative errno; `-ENOSYS` on a processor it does not know.
int rondo_deny_network_and_processes(void);

/// The same filter, except that this process may execute a program, which then lives under the filter. It starts no other process.
int rondo_deny_network_but_execute(void);

/// The same filter as `rondo_deny_network_and_processes`, except that files and folders may be made, named and removed, and a file's mode
/// set, by an open folder.
int rondo_deny_network_but_move(void);

#ifdef __cplusplus
}
#endif
