// Reports the locks of Rust's standard library to ThreadSanitizer, because the library is compiled without it. Code for uncontended
// locks is compiled with the crate that locks, and needs no report. These functions of the library do the rest. The linker replaces
// them by the wrappers (--wrap). Each wrapper reports that the lock's data has a new owner.
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// The names, with the hash of the library in them, are given by sanitize.sh.
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define WRAP(name) JOIN(__wrap_, name)
#define REAL(name) JOIN(__real_, name)

void REAL(MUTEX_LOCK)(void *mutex);
void WRAP(MUTEX_LOCK)(void *mutex) {
    REAL(MUTEX_LOCK)(mutex);
    __tsan_acquire(mutex);
}

void REAL(CONDVAR_WAIT)(void *condvar, void *mutex);
void WRAP(CONDVAR_WAIT)(void *condvar, void *mutex) {
    __tsan_release(mutex);
    REAL(CONDVAR_WAIT)(condvar, mutex);
    __tsan_acquire(mutex);
}

_Bool REAL(CONDVAR_WAIT_TIMEOUT)(void *condvar, void *mutex, uint64_t seconds, uint32_t nanoseconds);
_Bool WRAP(CONDVAR_WAIT_TIMEOUT)(void *condvar, void *mutex, uint64_t seconds, uint32_t nanoseconds) {
    __tsan_release(mutex);
    _Bool in_time = REAL(CONDVAR_WAIT_TIMEOUT)(condvar, mutex, seconds, nanoseconds);
    __tsan_acquire(mutex);
    return in_time;
}

void REAL(ONCE_CALL)(void *once, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
void WRAP(ONCE_CALL)(void *once, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    REAL(ONCE_CALL)(once, a, b, c, d);
    __tsan_release(once);
    __tsan_acquire(once);
}

void REAL(SCOPE_END)(void *scope, _Bool panics);
void WRAP(SCOPE_END)(void *scope, _Bool panics) {
    // One of these words counts the threads, and the thread that waits for all of them reads it.
    for (int word = 0; word < 3; word++) {
        __tsan_release((uint64_t *)scope + word);
    }
    REAL(SCOPE_END)(scope, panics);
}
