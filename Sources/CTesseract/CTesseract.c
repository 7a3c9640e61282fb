#include "CTesseract.h"

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

// Functions of Leptonica are found as well: it is loaded with it, whatever this system calls its file.
#define FILE_NAME "libtesseract.so.5"
#define FILE_NAME_ON_APPLE "libtesseract.5.dylib"
// Its threads are held off by a function of OpenMP, which comes with it.
#define IS_GLOBAL true
#define IS_HERE espy_tesseract_is_here
#include "../Loading/Functions.h"
