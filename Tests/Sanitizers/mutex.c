// Makes Swift's Mutex (Synchronization, Swift 6.3, Linux) known to the thread sanitizer. The sanitizer sees the uncontended path, which is inlined. The
// contended path is in the library, which is not instrumented, and in the kernel (FUTEX_LOCK_PI). Without this file the sanitizer would report a race on
// the guarded data of each contended lock. `Tests/run --sanitize thread` preloads it. In a process without the sanitizer it has no effect. A process
// with the sanitizer does not pass it to its children, because confined ones may not read it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

__attribute__((constructor)) static void rondo_keep_to_itself(void) {
    if (__tsan_acquire) unsetenv("LD_PRELOAD");
}

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

typedef SWIFT void (*lock_type)(uint32_t thread, CONTEXT void *handle);
typedef SWIFT void (*unlock_type)(CONTEXT void *handle);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void rondo_lock(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT void rondo_unlock(CONTEXT void *handle) __asm__(UNLOCK);

SWIFT void rondo_lock(uint32_t thread, CONTEXT void *handle) {
    ((lock_type)dlsym(RTLD_NEXT, LOCK))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void rondo_unlock(CONTEXT void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((unlock_type)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
