#include "Core.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int espy_ov_refuse(const char *reason, char *message) {
    snprintf(message, ESPY_OV_MESSAGE, "%s", reason ? reason : "");
    return 0;
}

int espy_ov_fail(const espy_ov_core *core, ov_status status, char *message) {
    // The last message belongs to this thread; it is empty for errors that the C layer finds itself.
    const char *last = core->get_last_err_msg();
    if (last && last[0]) {
        espy_ov_refuse(last, message);
        core->free(last);
    } else {
        espy_ov_refuse(core->get_error_info(status), message);
    }
    return 0;
}

static int find_functions(espy_ov_core *core, void *library, char *message) {
#define X(result, name, arguments)                                                                                     \
    core->name = (result(*) arguments)dlsym(library, "ov_" #name);                                                     \
    if (!core->name) return espy_ov_refuse("it has no function ov_" #name, message);
    ESPY_OV_FUNCTIONS(X)
#undef X
    return 1;
}

static int start(espy_ov_core *core, char *message) {
    ov_version version = {0};
    ov_status status = core->get_openvino_version(&version);
    if (status) return espy_ov_fail(core, status, message);
    snprintf(core->version, sizeof core->version, "%s", version.number ? version.number : "");
    core->version_free(&version);
    // The structures above are those of these releases; a new year may bring others.
    if (strncmp(core->version, "2026.", 5) != 0) {
        char reason[192];
        snprintf(reason, sizeof reason, "version %s is not one of the 2026 releases", core->version);
        return espy_ov_refuse(reason, message);
    }
    status = core->core_create(&core->handle);
    return status ? espy_ov_fail(core, status, message) : 1;
}

espy_ov_core *espy_ov_open(const char *path, char *message) {
    // Never closed: its worker threads live as long as the process.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        espy_ov_refuse(dlerror(), message);
        return NULL;
    }
    espy_ov_core *core = calloc(1, sizeof *core);
    if (!core) {
        espy_ov_refuse("out of memory", message);
        return NULL;
    }
    if (find_functions(core, library, message) && start(core, message)) return core;
    free(core);
    return NULL;
}

void espy_ov_close(espy_ov_core *core) {
    core->core_free(core->handle);
    free(core);
}

const char *espy_ov_version(const espy_ov_core *core) { return core->version; }
