#include <stddef.h>
#include <stdio.h>
#include <turbojpeg.h>
// Of the other interface of the same library, for its version alone.
#include <jconfig.h>

static const int espy_jpeg_version = LIBJPEG_TURBO_VERSION_NUMBER;
