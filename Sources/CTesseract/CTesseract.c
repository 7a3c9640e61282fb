#include "CTesseract.h"

#include <dlfcn.h>
#include <pthread.h>

// Each function that is called: its result, name, parameters, and how they are passed on. The compiler compares them with
// the headers.
#define FUNCTIONS(X)                                                                                                   \
    X(const char *, TessVersion, (void), ())                                                                           \
    X(TessBaseAPI *, TessBaseAPICreate, (void), ())                                                                    \
    X(BOOL, TessBaseAPISetVariable, (TessBaseAPI * api, const char *name, const char *value), (api, name, value))      \
    X(int, TessBaseAPIInit2,                                                                                           \
      (TessBaseAPI * api, const char *folder, const char *languages, TessOcrEngineMode mode),                          \
      (api, folder, languages, mode))                                                                                  \
    X(int, TessBaseAPIRecognize, (TessBaseAPI * api, ETEXT_DESC * monitor), (api, monitor))                            \
    X(TessResultIterator *, TessBaseAPIGetIterator, (TessBaseAPI * api), (api))                                        \
    X(ETEXT_DESC *, TessMonitorCreate, (void), ())                                                                     \
    X(TessPageIterator *, TessResultIteratorGetPageIterator, (TessResultIterator * words), (words))                    \
    X(BOOL, TessPageIteratorIsAtBeginningOf, (const TessPageIterator *place, TessPageIteratorLevel level),             \
      (place, level))                                                                                                  \
    X(BOOL, TessPageIteratorBoundingBox,                                                                               \
      (const TessPageIterator *place, TessPageIteratorLevel level, int *left, int *top, int *right, int *bottom),      \
      (place, level, left, top, right, bottom))                                                                        \
    X(float, TessResultIteratorConfidence, (const TessResultIterator *words, TessPageIteratorLevel level),             \
      (words, level))                                                                                                  \
    X(BOOL, TessResultIteratorNext, (TessResultIterator * words, TessPageIteratorLevel level), (words, level))         \
    X(char *, TessResultIteratorGetUTF8Text, (const TessResultIterator *words, TessPageIteratorLevel level),           \
      (words, level))                                                                                                  \
    X(int, setMsgSeverity, (int severity), (severity))                                                                 \
    X(char *, getLeptonicaVersion, (void), ())
#define PROCEDURES(X)                                                                                                  \
    X(void, TessBaseAPIDelete, (TessBaseAPI * api), (api))                                                             \
    X(void, TessBaseAPIEnd, (TessBaseAPI * api), (api))                                                                \
    X(void, TessBaseAPIClear, (TessBaseAPI * api), (api))                                                              \
    X(void, TessBaseAPISetPageSegMode, (TessBaseAPI * api, TessPageSegMode mode), (api, mode))                         \
    X(void, TessBaseAPISetImage,                                                                                       \
      (TessBaseAPI * api, const unsigned char *pixels, int width, int height, int pixel, int row),                     \
      (api, pixels, width, height, pixel, row))                                                                        \
    X(void, TessBaseAPISetSourceResolution, (TessBaseAPI * api, int dots), (api, dots))                                \
    X(void, TessMonitorDelete, (ETEXT_DESC * monitor), (monitor))                                                      \
    X(void, TessMonitorSetCancelFunc, (ETEXT_DESC * monitor, TessCancelFunc function), (monitor, function))            \
    X(void, TessResultIteratorDelete, (TessResultIterator * words), (words))                                           \
    X(void, TessDeleteText, (const char *text), (text))                                                                \
    X(void, lept_free, (void *memory), (memory))

static struct {
#define X(result, name, parameters, arguments) result(*name) parameters;
    FUNCTIONS(X) PROCEDURES(X)
#undef X
    bool is_here;
} library;

static void load(void) {
    // Global, for its threads are held off by a function of OpenMP, which comes with it.
#ifdef __APPLE__
    void *handle = dlopen("libtesseract.5.dylib", RTLD_NOW | RTLD_GLOBAL);
#else
    void *handle = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_GLOBAL);
#endif
    if (!handle) return;
    library.is_here = true;
    // Functions of Leptonica are found as well: it is loaded with it, whatever this system calls its file.
#define X(result, name, parameters, arguments)                                                                         \
    library.name = (result(*) parameters)dlsym(handle, #name);                                                         \
    if (!library.name) library.is_here = false;
    FUNCTIONS(X) PROCEDURES(X)
#undef X
}

bool espy_tesseract_is_here(void) {
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
