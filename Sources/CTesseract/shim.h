#include <stdbool.h>
#include <stdio.h>
#include <tesseract/capi.h>

// Of Leptonica, whose own headers are long: what it writes to standard error, 6 being nothing.
int setMsgSeverity(int severity);
