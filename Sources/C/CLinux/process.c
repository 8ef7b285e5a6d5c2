#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int rondo_mallopt(void) {
#if defined(__GLIBC__)
    int ok = mallopt(M_MMAP_THRESHOLD, 512 * 1024);
    ok &= mallopt(M_ARENA_MAX, 2);
    ok &= mallopt(M_TRIM_THRESHOLD, 2 * 1024 * 1024);
    return ok ? 0 : -1;
#else
    return -1;
#endif
}

int rondo_malloc_trim(void) {
#if defined(__GLIBC__)
    return malloc_trim(0);
#else
    return 0;
#endif
}

static int release_segments(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // Data that the linker writes lies in writable segments, also where it is protected afterwards.
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        uintptr_t start = (object->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void rondo_release_code(void) {
    int saved = errno;
    dl_iterate_phdr(release_segments, NULL);
    errno = saved;
}

uint64_t rondo_processor_time(void) {
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
    return ((uint64_t)used.ru_utime.tv_sec + (uint64_t)used.ru_stime.tv_sec) * 1000000 + (uint64_t)used.ru_utime.tv_usec +
        (uint64_t)used.ru_stime.tv_usec;
}

int rondo_die_with_parent(int signal, pid_t parent) {
#if defined(__linux__)
    int saved = errno;
    if (prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) != 0) {
        int failure = errno;
        errno = saved;
        return -failure;
    }
    // If the parent has ended before the call, the kernel sends no signal.
    if (parent != 0 && getppid() != parent) raise(signal);
    return 0;
#else
    (void)signal, (void)parent;
    return -ENOSYS;
#endif
}

static int limit(int resource, uint64_t soft, uint64_t hard) {
    int saved = errno;
    struct rlimit now;
    struct rlimit wanted = {(rlim_t)soft, (rlim_t)hard};
    // A hard limit can only be lowered.
    if (getrlimit(resource, &now) == 0) {
        if (wanted.rlim_max > now.rlim_max) wanted.rlim_max = now.rlim_max;
        if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
    }
    int failure = setrlimit(resource, &wanted) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
}

int rondo_limit_address_space(uint64_t bytes) { return limit(RLIMIT_AS, bytes, bytes); }
int rondo_limit_file_size(uint64_t bytes) { return limit(RLIMIT_FSIZE, bytes, bytes); }
int rondo_limit_open_files(uint64_t count) { return limit(RLIMIT_NOFILE, count, count); }

uint64_t rondo_raise_open_files(uint64_t wanted) {
    struct rlimit now;
    if (getrlimit(RLIMIT_NOFILE, &now) != 0) return 0;
    if (now.rlim_cur >= wanted) return now.rlim_cur;
    struct rlimit raised = {wanted < now.rlim_max ? wanted : now.rlim_max, now.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : now.rlim_cur;
}
int rondo_limit_core_size(uint64_t bytes) { return limit(RLIMIT_CORE, bytes, bytes); }

int rondo_limit_processor_time_from_now(uint64_t seconds) {
    int saved = errno;
    struct rusage used;
    int result = 0;
    if (getrusage(RUSAGE_SELF, &used) == 0) {
        uint64_t spent = (uint64_t)used.ru_utime.tv_sec + (uint64_t)used.ru_stime.tv_sec + 1;
        result = limit(RLIMIT_CPU, spent + seconds, RLIM_INFINITY);
    } else {
        result = -errno;
    }
    errno = saved;
    return result;
}

void rondo_yield_to_others(void) {
    int saved = errno;
#if defined(__linux__)
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_IDLE, &none);
    // ioprio_set(2) has no wrapper: the class "idle" is 3, of this process.
    syscall(SYS_ioprio_set, 1, 0, 3 << 13);
#endif
    if (nice(19) == -1) errno = 0;
    errno = saved;
}

int rondo_processor_timer(void) {
    int saved = errno;
    struct sigevent event = {0};
    timer_t timer;
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGXCPU;
    int result = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0 ? (int)(intptr_t)timer : -errno;
    errno = saved;
    return result;
}

int rondo_processor_timer_set(int timer, uint64_t seconds) {
    int saved = errno;
    struct itimerspec when = {.it_value = {.tv_sec = (time_t)seconds}};
    int failure = timer_settime((timer_t)(intptr_t)timer, 0, &when, NULL) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
}

int rondo_forbid_dumps(void) {
    int failure = limit(RLIMIT_CORE, 0, 0);
#if defined(__linux__)
    int saved = errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) failure = -errno;
    errno = saved;
#endif
    return failure;
}

int rondo_close_from(unsigned int first) {
#if defined(__linux__)
    int saved = errno;
    int failure = syscall(436 /* close_range */, first, ~0u, 0) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
#else
    (void)first;
    return -ENOSYS;
#endif
}

int rondo_no_new_privileges(void) {
#if defined(__linux__)
    int saved = errno;
    int failure = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    errno = saved;
    return -failure;
#else
    return -ENOSYS;
#endif
}

pid_t rondo_spawn(const char *program, char *const arguments[], char *const environment[], const int standard[3], int session) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t process = -ENOMEM;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0) return -ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -ENOMEM;
    }
    int failure = 0;
    for (int number = 0; number < 3 && failure == 0; number++) {
        failure = standard[number] < 0
            ? posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            : posix_spawn_file_actions_adddup2(&actions, standard[number], number);
    }
    if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (failure == 0) failure = posix_spawnattr_setsigmask(&attributes, &none);
    if (failure == 0) failure = posix_spawnattr_setsigdefault(&attributes, &all);
    if (failure == 0) {
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (session ? POSIX_SPAWN_SETSID : 0);
        failure = posix_spawnattr_setflags(&attributes, flags);
    }
    if (failure == 0) failure = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure == 0 ? process : -failure;
}
