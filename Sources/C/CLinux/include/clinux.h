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

// Checksums

/// Continues the CRC-32 of zip over `bytes`. `checksum` is that of the bytes before them, 0 for none.
uint32_t rondo_crc32(uint32_t checksum, const void *bytes, size_t count);

// Files

/// Opens `path`, relative to the folder `directory`. Its target must be below that folder, also through links.
///
/// `flags` are those of open(2); O_CLOEXEC and O_NOCTTY are always added. The mode of a created file is 0600. Returns
/// the descriptor, or `-EXDEV` when the path leads out, `-ELOOP`, `-ENOENT`, `-EACCES`, and `-ENOSYS` before Linux
/// 5.6.
int rondo_openat2_beneath(int directory, const char *path, int flags);

/// Like `rondo_openat2_beneath`, but only with what the kernel has in memory, so that it may be called on an event
/// loop. `-EAGAIN` when the disk has to be read. `-EINVAL` or `-ENOSYS` before Linux 5.12.
int rondo_openat2_cached(int directory, const char *path, int flags);

/// Like `rondo_openat2_beneath` for kernels without openat2: opens component by component, and refuses every symbolic
/// link with `-ELOOP`.
int rondo_open_beneath_by_steps(int directory, const char *path, int flags);

/// Opens `path` below the folder `directory`, whose absolute path is `root`. Links with an absolute target or with `..`
/// are followed too, as long as they end inside. A path that the kernel refuses is resolved as text, and then opened
/// below `directory` without following any link, so that a change in between leads nowhere else. Errors are those of
/// `rondo_openat2_beneath`; `-EXDEV` when the path ends outside. Works on every kernel.
int rondo_open_inside(int directory, const char *root, const char *path, int flags);

/// Reads at `offset` what is in the page cache. Returns the number of bytes, 0 at the end of the file, `-EAGAIN` when
/// the disk has to be read, `-EOPNOTSUPP` where the file system does not support this.
ssize_t rondo_pread_nowait(int descriptor, void *buffer, size_t count, int64_t offset);

/// The mode bits (07777) of a regular file, with links followed, or a negative errno; -EINVAL for anything else.
int rondo_file_mode(const char *path);

/// Opens a file or folder as an argument for other calls, not for reading (O_PATH), and sets `is_folder`. Returns the
/// descriptor or a negative errno.
int rondo_open_place(const char *path, int *is_folder);

/// Renames the file `from` in the open folder `directory` to `to`, in one step and without replacing: `-EEXIST` when
/// the name is taken. On a file system that cannot do this (`-EINVAL`), the file gets a hard link and the old name is
/// removed; `-EPERM` or `-EOPNOTSUPP` where there are no hard links either.
int rondo_name_new(int directory, const char *from, const char *to);
/// Like `rondo_name_new`, from one open folder into another; `-EXDEV` where they are on two file systems.
int rondo_move_new(int from_directory, const char *from, int to_directory, const char *to);
/// Waits until everything that was written to the file system of `descriptor` is on its disk (syncfs(2)).
int rondo_syncfs(int descriptor);

/// Makes a pipe; `ends` are for reading and for writing. Executed programs do not inherit them. Returns 0 or a
/// negative errno.
int rondo_pipe(int ends[2]);

/// Lets a pipe hold `capacity` bytes where the system allows it; otherwise it stays as it is.
void rondo_widen_pipe(int end, int capacity);

// Memory

/// Settings of glibc's allocator for a long-lived process with many threads: two arenas, blocks from 512 KiB on by
/// mmap (returned to the system when freed; fixed, where glibc would let it grow to 32 MiB), the top trimmed from 2 MiB
/// on. The buffers of streams are smaller, so that sending one costs no page faults. Call it before the first thread.
/// Returns 0, or -1 where there is no glibc.
int rondo_mallopt(void);

/// Returns free memory to the system. Returns 1 when there was some.
int rondo_malloc_trim(void);

/// Releases the pages of code and constants of the program and its libraries. They are read from their files again when
/// they are used next. Breakpoints of a debugger in them are lost.
void rondo_release_code(void);

/// The processor time of this process in microseconds, its own and the kernel's for it.
uint64_t rondo_processor_time(void);

// Life and limits of a process

/// Gives this process the processor only while nothing else wants it (SCHED_IDLE), and the disk likewise. What the
/// machine does not allow stays as it is.
void rondo_yield_to_others(void);

/// Has the kernel send `signal` to this process when the thread that started it ends. Raises it at once when the
/// parent has ended already: then its process id is not `parent` (0 when unknown).
int rondo_die_with_parent(int signal, pid_t parent);

/// setrlimit(2) with the soft and hard limit given. Each returns 0 or a negative errno.
int rondo_limit_address_space(uint64_t bytes);
int rondo_limit_file_size(uint64_t bytes);
int rondo_limit_open_files(uint64_t count);
/// Raises the soft limit of open files to `wanted`, or as far as the hard limit allows. Returns the new limit, 0 when
/// it is unknown.
uint64_t rondo_raise_open_files(uint64_t wanted);
int rondo_limit_core_size(uint64_t bytes);

/// Sets the soft limit of processor time to `seconds` more than this process has used so far, at most to the hard
/// limit, which stays. The kernel sends SIGXCPU when the limit is reached.
int rondo_limit_processor_time_from_now(uint64_t seconds);

/// Makes a timer that sends SIGXCPU. Returns its number or a negative errno.
int rondo_processor_timer(void);

/// Sets the timer to expire when this process has used `seconds` more of processor time.
int rondo_processor_timer_set(int timer, uint64_t seconds);

/// Forbids core dumps of this process, and tracing by anyone but root. Programs that it executes must call this too.
int rondo_forbid_dumps(void);

/// Closes every descriptor from `first` on. `-ENOSYS` before Linux 5.9.
int rondo_close_from(unsigned int first);

/// Keeps this process and its children from gaining privileges by executing programs. Required for a filter and for a
/// Landlock domain.
int rondo_no_new_privileges(void);

/// Starts a program that inherits none of this process's descriptors, blocked signals or handlers. Its standard
/// descriptors are copies of the three given; `/dev/null` where one is -1. With `session` it gets a session of its own:
/// it has no terminal, and does not end with its parent's.
///
/// - Returns: the process id or a negative errno.
pid_t rondo_spawn(const char *program, char *const arguments[], char *const environment[], const int standard[3], int session);

// Confinement. Each function requires `rondo_no_new_privileges` first and cannot be undone.

/// The restrictions that the kernel enforces after `rondo_restrict_to_reading`.
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

/// Restricts this thread, and those it starts, to reading files and listing folders below the given open folders. It
/// may not write, create, execute or rename anything. Descriptors that are open already keep working. Returns one of
/// `RONDO_LANDLOCK_…`, or a negative errno when the kernel has Landlock and yet refused.
int rondo_restrict_to_reading(const int *directories, size_t count);

/// Like `rondo_restrict_to_reading`, for a process that will execute a program: files below the given open folders may
/// be read and executed, and the given open files may be read, also through `/proc/self/fd`. Nothing else.
int rondo_restrict_to_programs(const int *folders, size_t count, const int *files, size_t file_count);

/// Restricts this process to reading below the open folder `from`, and to reading, making and writing files and making
/// folders below the open folder `to`. Returns like `rondo_restrict_to_reading`.
int rondo_restrict_to_moving(int from, int to);

/// Restricts this process to reading, making, removing, renaming and moving files below the open folder, and to making
/// folders there. Returns like `rondo_restrict_to_reading`.
int rondo_restrict_to_rearranging(int folder);

/// The places that a server may use, as open folders and files.
struct rondo_server_places {
    /// Folders below which everything may be read.
    const int *read;
    size_t read_count;
    const int *read_files;
    size_t read_file_count;
    /// Folders that may be listed, with the folders below them.
    const int *listed;
    size_t listed_count;
    /// Folders below which everything may be read, made, changed and removed.
    const int *written;
    size_t written_count;
    const int *written_files;
    size_t written_file_count;
    /// Files that may be executed.
    const int *programs;
    size_t program_count;
    /// Folders below which files may be read and executed.
    const int *program_folders;
    size_t program_folder_count;
};

/// Restricts this thread, and the threads and processes it starts, to the uses of files in `places`. Returns
/// `RONDO_LANDLOCK_FILES`, `RONDO_LANDLOCK_NOTHING` or a negative errno. Must be called before there are other
/// threads.
int rondo_restrict_server(const struct rondo_server_places *places);

// Each of the following installs a seccomp filter on all threads. It allows the system calls that one kind of program
// needs. Other calls fail with EPERM; clone3 and calls newer than the filter fail with ENOSYS; a call of a foreign
// architecture ends the process. No filter allows the network, access to other processes (signals reach only the
// process itself), limits, priorities, shared memory (but for playing) and queues, or memory that can be both written and executed. Each
// returns 0 or a negative errno; `-ENOSYS` on an unknown processor.

/// For a program that reads files it opens below a folder (`rondo_restrict_to_reading`). No threads.
int rondo_allow_reading_only(void);

/// For a program that will execute another one, which may have threads. Only execve(2) with this very pointer `path`
/// is allowed (`rondo_hidden_text`).
int rondo_allow_executing_only(const char *path);

/// Like `rondo_allow_executing_only`, for a program that plays through a sound system: it may also open devices for
/// writing, and use sockets of this machine and shared memory. Still no network.
int rondo_allow_playing_only(const char *path);

/// For a program that makes and names files below a folder (`rondo_restrict_to_moving`). No threads.
int rondo_allow_moving_only(void);

/// Copies `text`, of `size` bytes, to an address that cannot be guessed: 46 random bits. An executed program does not
/// learn the address. NULL when there is no memory or no randomness.
const char *rondo_hidden_text(const char *text, size_t size);

// Another user

/// The purpose of a process that gives up its user.
enum rondo_separation_purpose {
    RONDO_SEPARATION_READING,
    RONDO_SEPARATION_EXECUTING,
    RONDO_SEPARATION_MOVING,
};

enum {
    /// Not separated: the machine allows neither way.
    RONDO_SEPARATED_NOT = 0,
    /// The process is in a user namespace of its own.
    RONDO_SEPARATED_BY_NAMESPACE = 1,
    /// The process was root's and now runs as a separate user.
    RONDO_SEPARATED_BY_USER = 2,
};

/// Separates this process from its user. A process of root becomes another user's and retains only the right to read
/// any file, which Landlock limits. Otherwise, or where that is not possible, it gets a user namespace of its own.
/// Must be called before there are other threads, after the folders that it needs are open, and before
/// `rondo_die_with_parent`, which it undoes.
///
/// - Parameters:
///   - place: an open folder or file that it must be able to read afterwards.
///   - program: the program that it is going to execute, or NULL.
/// - Returns: one of `RONDO_SEPARATED_…`, or a negative errno when the separation failed halfway.
int rondo_separate(int place, enum rondo_separation_purpose purpose, const char *program);

// Notes of requests in progress, which outlive a crash

enum {
    RONDO_FINGERPRINT = 16,
    RONDO_FINGERPRINT_KEY = 32,
    RONDO_LABEL = 88,
};

/// The memory that a supervisor and its server share: the requests in progress, the crash, and the requests that are
/// suspected of a crash. All functions but `rondo_requests_reset` and `rondo_suspects_add` are safe on any thread.
struct rondo_requests;

struct rondo_request_note {
    /// Whether the head of its response has been sent.
    int is_answering;
    uint64_t connection;
    /// The beginning, in `rondo_monotonic_milliseconds`.
    int64_t begun;
    uint8_t fingerprint[RONDO_FINGERPRINT];
    /// The method and path template, `length` bytes without a final NUL.
    char label[RONDO_LABEL];
    size_t length;
};

int64_t rondo_monotonic_milliseconds(void);
int64_t rondo_wall_milliseconds(void);

/// Makes such memory, all zero and outside of any file system. Returns its descriptor or a negative errno.
int rondo_requests_make(void);

/// Maps such memory. NULL where the descriptor is of something else.
struct rondo_requests *rondo_requests_open(int descriptor);

/// The bytes of the key that fingerprints are made with.
uint8_t *rondo_requests_key(struct rondo_requests *table);

/// Prepares the memory for a new server: no notes, no crash, not ready. Suspects stay.
void rondo_requests_reset(struct rondo_requests *table);

void rondo_requests_set_ready(struct rondo_requests *table);
int rondo_requests_are_ready(struct rondo_requests *table);

/// Notes a request of the connection that this thread works for. Returns the note's number, or -1 when there is no
/// room.
int rondo_requests_begin(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length);

/// Replaces a note's fingerprint when more of its request is known.
void rondo_requests_refine(struct rondo_requests *table, int index, const uint8_t *fingerprint);
void rondo_requests_answer(struct rondo_requests *table, int index);
void rondo_requests_end(struct rondo_requests *table, int index);

/// Reads a note. Returns 1 with the note, 0 where there is none, -1 after the last.
int rondo_requests_note(struct rondo_requests *table, int index, struct rondo_request_note *note);

/// Reads the record of a crash: the connection that the thread worked for (0 for none) and the time. Returns the
/// signal, 0 where there is no record.
int rondo_requests_crash(struct rondo_requests *table, uint64_t *connection, int64_t *at);

int rondo_suspects_are_there(struct rondo_requests *table);

/// Counts one more crash against a fingerprint and returns their number. `until` is in milliseconds of the wall clock.
int rondo_suspects_add(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length, int64_t until);

/// Whether a request with this fingerprint must be refused.
int rondo_suspects_refuse(struct rondo_requests *table, const uint8_t *fingerprint, int64_t at);

/// Takes one crash back from a fingerprint, after a request with it was answered.
void rondo_suspects_acquit(struct rondo_requests *table, const uint8_t *fingerprint);

/// Reads a refused request. Returns 1 with the request, 0 where the place is empty, -1 after the last. `is_new` is 1 in
/// the first such call only.
int rondo_suspects_refused(
    struct rondo_requests *table, int index, int64_t at, char label[RONDO_LABEL], int64_t *until, int *is_new);

/// Records the connection that this thread works for from now on; 0 for none.
void rondo_connection_run(uint64_t number);

/// Records the signal of a crash in `table` before it ends the process.
int rondo_requests_watch(struct rondo_requests *table);

// Descriptors between processes

/// Makes a pair of connected Unix sockets. Executed programs do not inherit them.
int rondo_socket_pair(int ends[2]);

/// Sends a copy of `descriptor`, with one byte, over a Unix socket.
int rondo_send_descriptor(int line, int descriptor);

/// Receives a descriptor, which executed programs do not inherit. `-EPIPE` at the end, `-EAGAIN` when there is none and
/// `waits` is 0, `-ENOTSOCK` where `line` is not a socket.
int rondo_receive_descriptor(int line, int waits);

#ifdef __cplusplus
}
#endif
