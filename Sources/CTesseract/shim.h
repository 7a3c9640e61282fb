#include <stdbool.h>
#include <stdio.h>
#include <tesseract/capi.h>

// Of Leptonica, whose own headers are long: what it writes to standard error, 6 being nothing; and its version, to be
// given back.
int setMsgSeverity(int severity);
char *getLeptonicaVersion(void);
void lept_free(void *memory);
