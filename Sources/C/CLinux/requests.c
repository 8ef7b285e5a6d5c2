#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

enum { NOTES = 1024, SUSPECTS = 64 };
enum { FREE = 0, CLAIMED = 1, HANDLING = 2, ANSWERING = 3 };

struct note {
    _Atomic uint32_t state;
    uint32_t length;
    uint64_t connection;
    int64_t begun;
    uint8_t fingerprint[RONDO_FINGERPRINT];
    char label[RONDO_LABEL];
};

struct suspect {
    _Atomic uint32_t crashes;
    _Atomic uint32_t reported;
    int64_t until;
    uint8_t fingerprint[RONDO_FINGERPRINT];
    char label[RONDO_LABEL];
};

/// The memory that the supervisor and its server share. It contains no pointers: each process maps it at another
/// address.
struct rondo_requests {
    uint8_t key[RONDO_FINGERPRINT_KEY];
    _Atomic uint32_t ready;
    _Atomic uint32_t suspect_count;
    /// The signal of the crash; 0 for none.
    _Atomic uint32_t signal;
    _Atomic uint64_t connection;
    _Atomic int64_t crashed;
    struct suspect suspects[SUSPECTS];
    struct note notes[NOTES];
};

/// The connection that this thread works for at the moment; 0 for none.
static _Thread_local volatile uint64_t running;
static _Thread_local int has_stack;
/// The index at which this thread looks for a free note first.
static _Thread_local uint32_t hint;
static struct rondo_requests *watched;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t rondo_monotonic_milliseconds(void) { return now(); }

int64_t rondo_wall_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int rondo_requests_make(void) {
#if defined(__linux__)
    int saved = errno;
    int descriptor = (int)syscall(SYS_memfd_create, "rondo-requests", 1u /* MFD_CLOEXEC */);
    if (descriptor >= 0 && ftruncate(descriptor, (off_t)sizeof(struct rondo_requests)) != 0) {
        int failure = errno;
        close(descriptor);
        descriptor = -1;
        errno = failure;
    }
    int result = descriptor >= 0 ? descriptor : -errno;
    errno = saved;
    return result;
#else
    return -ENOSYS;
#endif
}

struct rondo_requests *rondo_requests_open(int descriptor) {
    int saved = errno;
    void *memory = MAP_FAILED;
    if (lseek(descriptor, 0, SEEK_END) == (off_t)sizeof(struct rondo_requests))
        memory = mmap(NULL, sizeof(struct rondo_requests), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    errno = saved;
    return memory == MAP_FAILED ? NULL : memory;
}

uint8_t *rondo_requests_key(struct rondo_requests *table) { return table->key; }

void rondo_requests_reset(struct rondo_requests *table) {
    for (size_t index = 0; index < NOTES; index++) atomic_store(&table->notes[index].state, FREE);
    atomic_store(&table->ready, 0);
    atomic_store(&table->signal, 0);
    atomic_store(&table->connection, 0);
    atomic_store(&table->crashed, 0);
}

void rondo_requests_set_ready(struct rondo_requests *table) { atomic_store(&table->ready, 1); }
int rondo_requests_are_ready(struct rondo_requests *table) { return atomic_load(&table->ready) != 0; }

int rondo_requests_begin(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length
) {
    for (uint32_t step = 0; step < NOTES; step++) {
        uint32_t index = (hint + step) % NOTES;
        struct note *note = &table->notes[index];
        uint32_t state = FREE;
        if (!atomic_compare_exchange_strong(&note->state, &state, CLAIMED)) continue;
        hint = index;
        note->connection = running;
        note->begun = now();
        memcpy(note->fingerprint, fingerprint, RONDO_FINGERPRINT);
        note->length = (uint32_t)(length < RONDO_LABEL ? length : RONDO_LABEL);
        memcpy(note->label, label, note->length);
        atomic_store_explicit(&note->state, HANDLING, memory_order_release);
        return (int)index;
    }
    return -1;
}

void rondo_requests_refine(struct rondo_requests *table, int index, const uint8_t *fingerprint) {
    memcpy(table->notes[index].fingerprint, fingerprint, RONDO_FINGERPRINT);
}

void rondo_requests_answer(struct rondo_requests *table, int index) {
    atomic_store_explicit(&table->notes[index].state, ANSWERING, memory_order_release);
}

void rondo_requests_end(struct rondo_requests *table, int index) {
    hint = (uint32_t)index;
    atomic_store_explicit(&table->notes[index].state, FREE, memory_order_release);
}

int rondo_requests_note(struct rondo_requests *table, int index, struct rondo_request_note *found) {
    if (index < 0 || index >= NOTES) return -1;
    struct note *note = &table->notes[index];
    uint32_t state = atomic_load(&note->state);
    if (state != HANDLING && state != ANSWERING) return 0;
    found->is_answering = state == ANSWERING;
    found->connection = note->connection;
    found->begun = note->begun;
    memcpy(found->fingerprint, note->fingerprint, RONDO_FINGERPRINT);
    found->length = note->length < RONDO_LABEL ? note->length : RONDO_LABEL;
    memcpy(found->label, note->label, found->length);
    return 1;
}

int rondo_requests_crash(struct rondo_requests *table, uint64_t *connection, int64_t *at) {
    *connection = atomic_load(&table->connection);
    *at = atomic_load(&table->crashed);
    return (int)atomic_load(&table->signal);
}

// Suspects

static struct suspect *find(struct rondo_requests *table, const uint8_t *fingerprint) {
    uint32_t count = atomic_load_explicit(&table->suspect_count, memory_order_acquire);
    for (uint32_t index = 0; index < count && index < SUSPECTS; index++) {
        struct suspect *suspect = &table->suspects[index];
        if (memcmp(suspect->fingerprint, fingerprint, RONDO_FINGERPRINT) == 0) return suspect;
    }
    return NULL;
}

int rondo_suspects_are_there(struct rondo_requests *table) {
    return atomic_load_explicit(&table->suspect_count, memory_order_relaxed) != 0;
}

int rondo_suspects_add(
    struct rondo_requests *table, const uint8_t *fingerprint, const char *label, size_t length, int64_t until
) {
    struct suspect *suspect = find(table, fingerprint);
    if (suspect == NULL) {
        uint32_t count = atomic_load(&table->suspect_count);
        // Replaces an acquitted suspect, else one with a single crash, else the one whose refusal ends first.
        struct suspect *worst = count < SUSPECTS ? &table->suspects[count] : NULL;
        for (uint32_t index = 0; worst == NULL && index < SUSPECTS; index++)
            if (atomic_load(&table->suspects[index].crashes) == 0) worst = &table->suspects[index];
        for (uint32_t index = 0; worst == NULL && index < SUSPECTS; index++)
            if (atomic_load(&table->suspects[index].crashes) == 1) worst = &table->suspects[index];
        if (worst == NULL) {
            worst = &table->suspects[0];
            for (uint32_t index = 1; index < SUSPECTS; index++)
                if (table->suspects[index].until < worst->until) worst = &table->suspects[index];
        }
        suspect = worst;
        memset(suspect, 0, sizeof *suspect);
        memcpy(suspect->fingerprint, fingerprint, RONDO_FINGERPRINT);
        if (count < SUSPECTS) atomic_store_explicit(&table->suspect_count, count + 1, memory_order_release);
    }
    // The label is a C string.
    size_t most = length < RONDO_LABEL ? length : RONDO_LABEL - 1;
    memcpy(suspect->label, label, most);
    suspect->label[most] = 0;
    suspect->until = until;
    return (int)atomic_fetch_add(&suspect->crashes, 1) + 1;
}

int rondo_suspects_refuse(struct rondo_requests *table, const uint8_t *fingerprint, int64_t at) {
    struct suspect *suspect = find(table, fingerprint);
    return suspect != NULL && atomic_load(&suspect->crashes) >= 2 && at < suspect->until;
}

void rondo_suspects_acquit(struct rondo_requests *table, const uint8_t *fingerprint) {
    struct suspect *suspect = find(table, fingerprint);
    uint32_t once = 1;
    if (suspect != NULL) atomic_compare_exchange_strong(&suspect->crashes, &once, 0);
}

int rondo_suspects_refused(
    struct rondo_requests *table, int index, int64_t at, char label[RONDO_LABEL], int64_t *until, int *is_new
) {
    if (index < 0 || index >= SUSPECTS) return -1;
    struct suspect *suspect = &table->suspects[index];
    if (atomic_load(&suspect->crashes) < 2 || at >= suspect->until) return 0;
    memcpy(label, suspect->label, RONDO_LABEL);
    label[RONDO_LABEL - 1] = 0;
    *until = suspect->until;
    *is_new = atomic_exchange(&suspect->reported, 1) == 0;
    return 1;
}

// The connection at work, and the crash

void rondo_connection_run(uint64_t number) {
    running = number;
    if (has_stack || number == 0) return;
    // A thread that has exhausted its stack needs another one for its signal handler. It is never freed, because event
    // loops live as long as the server.
    has_stack = 1;
    enum { SIZE = 64 * 1024 };
    void *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = SIZE};
    sigaltstack(&stack, NULL);
}

static void note_crash(int signal) {
    struct rondo_requests *table = watched;
    uint32_t none = 0;
    if (table != NULL && atomic_compare_exchange_strong(&table->signal, &none, (uint32_t)signal)) {
        atomic_store(&table->connection, running);
        atomic_store(&table->crashed, now());
    }
    // The handler has been reset already: the signal ends the process as soon as this returns, whatever its source.
    raise(signal);
}

int rondo_requests_watch(struct rondo_requests *table) {
    static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
    struct sigaction action;
    watched = table;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_crash;
    action.sa_flags = (int)(SA_RESETHAND | SA_ONSTACK);
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
        if (sigaction(signals[index], &action, NULL) != 0) return -errno;
    return 0;
}

// Descriptors between processes

int rondo_send_descriptor(int line, int descriptor) {
    int saved = errno;
    char byte = 0, space[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    memset(space, 0, sizeof space);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    ssize_t sent;
    do sent = sendmsg(line, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    int failure = sent == 1 ? 0 : errno;
    errno = saved;
    return -failure;
}

int rondo_receive_descriptor(int line, int waits) {
    int saved = errno;
    char byte, space[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    ssize_t got;
    do got = recvmsg(line, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
    while (got < 0 && errno == EINTR);
    int result = got < 0 ? -errno : -EPIPE;
    struct cmsghdr *header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (got > 0) result = -EBADMSG;
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(&result, CMSG_DATA(header), sizeof result);
    errno = saved;
    return result;
}

int rondo_socket_pair(int ends[2]) {
    int saved = errno;
    int failure = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
}
