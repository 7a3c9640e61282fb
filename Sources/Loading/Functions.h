// The functions of a library that is found at run time. Who includes this has defined, before:
//
//     FUNCTIONS(X), PROCEDURES(X)     each function that is called, as X(result, name, parameters, how they are passed on);
//                                     the compiler compares them with the header of the library
//     FILE_NAME, FILE_NAME_ON_APPLE   what the library is called
//     IS_GLOBAL                       whether functions that come with it are seen by others, too
//     IS_HERE                         the name of the function that says whether it was found
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct {
#define X(result, name, parameters, arguments) result(*name) parameters;
    FUNCTIONS(X) PROCEDURES(X)
#undef X
    bool is_here;
} library;

static void load(void) {
#ifdef __APPLE__
    const char *name = FILE_NAME_ON_APPLE;
#else
    const char *name = FILE_NAME;
#endif
    void *handle = dlopen(name, RTLD_NOW | (IS_GLOBAL ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!handle) return;
    library.is_here = true;
#define X(result, name, parameters, arguments)                                                                         \
    library.name = (result(*) parameters)dlsym(handle, #name);                                                         \
    if (!library.name) library.is_here = false;
    FUNCTIONS(X) PROCEDURES(X)
#undef X
}

bool IS_HERE(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library.is_here;
}

// Seen by this program alone, so that they never stand before those of a library that others have loaded.
#define HIDDEN __attribute__((visibility("hidden")))
#define X(result, name, parameters, arguments)                                                                         \
    HIDDEN result name parameters { return library.name arguments; }
FUNCTIONS(X)
#undef X
#define X(result, name, parameters, arguments)                                                                         \
    HIDDEN result name parameters { library.name arguments; }
PROCEDURES(X)
#undef X
