// The functions of Tesseract and Leptonica that Espy calls, from the libraries as they are found at run time: a system
// without them reads text by networks.
#ifndef CTESSERACT_H
#define CTESSERACT_H

#include <stdbool.h>
#include <stdio.h>
#include <tesseract/capi.h>

// Of Leptonica, whose own headers are long: what it writes to standard error, 6 being nothing; and its version, to be
// given back.
int setMsgSeverity(int severity);
char *getLeptonicaVersion(void);
void lept_free(void *memory);

// Whether the libraries are there. The functions above may be called only where they are.
bool espy_tesseract_is_here(void);

#endif
