#pragma once
#include "COpenVINO.h"
#include "OpenVINO.h"

/// The entry points that were found, and the runtime's own handle.
struct espy_ov_core {
#define X(result, name, arguments) result(*name) arguments;
    ESPY_OV_FUNCTIONS(X)
#undef X
    ov_core *handle;
    char version[128];
};

/// Writes what the runtime says of a call that failed. Returns 0, so that callers can return it.
int espy_ov_fail(const espy_ov_core *core, ov_status status, char *message);
/// Writes a reason of our own.
int espy_ov_refuse(const char *reason, char *message);
