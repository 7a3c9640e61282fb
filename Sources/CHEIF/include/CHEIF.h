// The functions of libheif that Espy calls, from the library as it is found at run time: a system without it reads all
// other formats.
#ifndef CHEIF_H
#define CHEIF_H

#include <libheif/heif.h>
#include <stdbool.h>

// Whether the library is there. The functions above may be called only where it is.
bool espy_heif_is_here(void);

#endif
