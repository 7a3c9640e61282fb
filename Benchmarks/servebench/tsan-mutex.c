// Tells the thread sanitizer of the locks of Swift's Mutex, to be loaded before the program (LD_PRELOAD).
//
// Where nobody waits, a Mutex is taken and given back by atomic operations in the program itself, which the sanitizer
// sees. Where somebody waits, that happens inside libswiftSynchronization, which was built without it: all that a
// Mutex guards would be reported then.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

SWIFT void espy_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void espy_unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void espy_lock(uint32_t thread, SELF void *mutex) {
    SWIFT void (*lock)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void espy_unlock(SELF void *mutex) {
    SWIFT void (*unlock)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}
