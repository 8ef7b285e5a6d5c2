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

/// The CRC-32 of zip, of bytes that follow those which `checksum` is of; 0 before the first.
uint32_t rondo_crc32(uint32_t checksum, const void *bytes, size_t count);

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

/// The rights (07777) that a regular file gives, links followed, or a negative errno; -EINVAL of anything else.
int rondo_file_mode(const char *path);

/// Opens a file or folder to name it to the kernel, not to read it, and says whether it is a folder. The descriptor or a negative errno.
int rondo_open_place(const char *path, int *is_folder);

/// Gives the file `from` in the open folder `directory` the name `to` there, in one step and only if nothing has that name: `-EEXIST`. Where the
/// file system cannot do that (`-EINVAL`), it is made by a second name, of which the first is then taken away; `-EPERM` or
/// `-EOPNOTSUPP` where it knows no second names either.
int rondo_name_new(int directory, const char *from, const char *to);
/// As `rondo_name_new`, from one open folder into another; `-EXDEV` where they are on two file systems.
int rondo_move_new(int from_directory, const char *from, int to_directory, const char *to);
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

/// Gives back the pages of code and constants of the program and its libraries. They are read from their files again when they are used next;
/// breakpoints that a debugger has set in them are gone.
void rondo_release_code(void);

/// The processor time of this process in microseconds, its own and the kernel's for it.
uint64_t rondo_processor_time(void);

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

/// Sets the soft limit of processor time to `seconds` from what this process has used so far; the hard limit stays.
/// The kernel sends SIGXCPU when the soft limit passes. Raises nothing beyond the hard limit.
int rondo_limit_processor_time_from_now(uint64_t seconds);

/// Makes a timer that sends SIGXCPU. Its number, or a negative errno.
int rondo_processor_timer(void);

/// Has the timer go off once this process has used `seconds` more of a processor.
int rondo_processor_timer_set(int timer, uint64_t seconds);

/// Never leaves an image of this process's memory behind, and lets nobody but root trace it. Programs that it executes have to call it too.
int rondo_forbid_dumps(void);

/// Closes every descriptor from `first` on. `-ENOSYS` before Linux 5.9.
int rondo_close_from(unsigned int first);

/// This process and its children gain no privileges by executing programs any more. A filter and a Landlock domain
/// need it.
int rondo_no_new_privileges(void);

/// Starts a program that inherits none of this process's descriptors, blocked signals or handlers. Its standard descriptors are copies of
/// the three given; `/dev/null` where one is -1. With `session` it belongs to no terminal and outlives its parent's.
/// - Returns: the process's number, or the negative error.
pid_t rondo_spawn(const char *program, char *const arguments[], char *const environment[], const int standard[3], int session);

// Confinement. All of it needs `rondo_no_new_privileges` first and cannot be undone.

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

/// From now on this process may read, make, remove and rename files below the open folder, from one folder into another too, and make
/// folders there. Nothing else. Returns as `rondo_restrict_to_reading`.
int rondo_restrict_to_rearranging(int folder);

/// Where a server may do what, as open folders and files.
struct rondo_server_places {
    /// Folders below which everything may be read.
    const int *read;
    size_t read_count;
    const int *read_files;
    size_t read_file_count;
    /// Folders of which, and below which, the names may be listed.
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

/// From now on this thread, and the threads and processes it starts, may do with files what `places` say and nothing else.
/// `RONDO_LANDLOCK_FILES`, `RONDO_LANDLOCK_NOTHING` or a negative errno. Call it before there are other threads.
int rondo_restrict_server(const struct rondo_server_places *places);

/// Each installs a seccomp filter on all threads that lets through the system calls which one kind of program needs, and answers EPERM to
/// all others, ENOSYS to clone3 and to calls newer than the filter; a call of a foreign architecture ends the process. None of them lets
/// through the network, other processes (signals reach itself alone), limits, priorities, shared memory and queues, or memory that can be
/// written and executed. Returns 0 or a negative errno; `-ENOSYS` on a processor it does not know.

/// For a program that reads files it opens below a folder (`rondo_restrict_to_reading`). No threads.
int rondo_allow_reading_only(void);

/// For a program that goes on to execute the one whose path is at the address `path`, by execve(2) with that very pointer
/// (`rondo_hidden_text`), which then may make threads.
int rondo_allow_executing_only(const char *path);

/// For a program that makes and names files below a folder (`rondo_restrict_to_moving`). No threads.
int rondo_allow_moving_only(void);

/// A copy of `text`, of `size` bytes, at an address that nobody can guess: 46 random bits. A program that is executed does not learn it.
/// NULL when there is no memory or no randomness.
const char *rondo_hidden_text(const char *text, size_t size);

// Another user

/// What a process does that gives up its user.
enum rondo_separation_purpose {
    RONDO_SEPARATION_READING,
    RONDO_SEPARATION_EXECUTING,
    RONDO_SEPARATION_MOVING,
};

enum {
    /// The machine allows neither.
    RONDO_SEPARATED_NOT = 0,
    /// It is in a user namespace of its own.
    RONDO_SEPARATED_BY_NAMESPACE = 1,
    /// It was root's, and belongs to a user of its own.
    RONDO_SEPARATED_BY_USER = 2,
};

/// Makes this process another user's where it is root's, with no right left but that of reading any file, which Landlock bounds; else,
/// or where that is not possible, puts it into a user namespace of its own. To be called before there are other threads, with the folders
/// open that it needs, and before `rondo_die_with_parent`, which it undoes.
///
/// - Parameters:
///   - place: an open folder or file that it must be able to read afterwards.
///   - program: what it is going to execute, or NULL.
/// - Returns: one of `RONDO_SEPARATED_…`, or a negative errno when it is neither what it was nor another.
int rondo_separate(int place, enum rondo_separation_purpose purpose, const char *program);

// Requests in flight, noted where they outlive a crash

enum {
    RONDO_FINGERPRINT = 16,
    RONDO_FINGERPRINT_KEY = 32,
    RONDO_LABEL = 88,
};

/// Memory that a supervisor and its server share: the requests that are being answered, the crash, and the requests that are suspected
/// of one. Everything but `rondo_requests_reset` and `rondo_suspects_add` may be called by several threads.
struct rondo_requests;

struct rondo_request_note {
    /// The head of its answer is on its way.
    int is_answering;
    uint64_t connection;
    /// By `rondo_monotonic_milliseconds`.
    int64_t begun;
    uint8_t fingerprint[RONDO_FINGERPRINT];
    /// Method and path template, without an end mark.
    char label[RONDO_LABEL];
    size_t length;
};

int64_t rondo_monotonic_milliseconds(void);
int64_t rondo_wall_milliseconds(void);

/// A descriptor of such memory, all zero, in no file system; or a negative errno.
int rondo_requests_make(void);

/// NULL where the descriptor is of something else.
struct rondo_requests *rondo_requests_open(int descriptor);

/// The bytes of the key that fingerprints are made with.
uint8_t *rondo_requests_key(struct rondo_requests *table);

/// Before a server starts: no notes, no crash, not ready. Suspects stay.
void rondo_requests_reset(struct rondo_requests *table);

void rondo_requests_set_ready(struct rondo_requests *table);
int rondo_requests_are_ready(struct rondo_requests *table);

/// Notes a request of the connection that this thread works for. The note's number, or -1 when there is no room.
int rondo_requests_begin(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length);

/// Gives a note another fingerprint, once more of its request is known.
void rondo_requests_refine(struct rondo_requests *table, int index, const uint8_t *fingerprint);
void rondo_requests_answer(struct rondo_requests *table, int index);
void rondo_requests_end(struct rondo_requests *table, int index);

/// 1 and the note, 0 where there is none, -1 behind the last.
int rondo_requests_note(struct rondo_requests *table, int index, struct rondo_request_note *note);

/// The signal that the server noted as it crashed, the connection its thread worked for (0 for none) and when; 0 where it noted nothing.
int rondo_requests_crash(struct rondo_requests *table, uint64_t *connection, int64_t *at);

int rondo_suspects_are_there(struct rondo_requests *table);

/// Counts one more crash against a fingerprint; returns how many there are now. `until` is in milliseconds of the wall clock.
int rondo_suspects_add(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length, int64_t until);

/// Whether a request of that fingerprint is to be refused.
int rondo_suspects_refuse(struct rondo_requests *table, const uint8_t *fingerprint, int64_t at);

/// A request of that fingerprint was answered: one crash was not its fault.
void rondo_suspects_acquit(struct rondo_requests *table, const uint8_t *fingerprint);

/// 1 and what is refused, 0 where the place is empty, -1 behind the last. `is_new` says that nobody asked before.
int rondo_suspects_refused(
    struct rondo_requests *table, int index, int64_t at, char label[RONDO_LABEL], int64_t *until, int *is_new);

/// From now on this thread works for that connection; 0 for none.
void rondo_connection_run(uint64_t number);

/// Has the signals of a crash noted in `table` before they end the process.
int rondo_requests_watch(struct rondo_requests *table);

// Descriptors between processes

/// A pair of connected Unix sockets that no program that is executed inherits.
int rondo_socket_pair(int ends[2]);

/// Sends a copy of `descriptor`, with one byte, over a Unix socket.
int rondo_send_descriptor(int line, int descriptor);

/// A descriptor that was sent, which no program that is executed inherits; `-EPIPE` at the end, `-EAGAIN` when there is none and `waits`
/// is 0, `-ENOTSOCK` where `line` is something else.
int rondo_receive_descriptor(int line, int waits);

#ifdef __cplusplus
}
#endif
