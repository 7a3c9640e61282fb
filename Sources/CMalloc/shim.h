// How much the C library keeps of what was freed. Other systems have no such header, or nothing in it.
#ifdef __linux__
#include <malloc.h>
#endif
