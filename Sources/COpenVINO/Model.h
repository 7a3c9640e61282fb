#pragma once
#include "Core.h"

struct espy_ov_model {
    espy_ov_core *core;
    ov_model *handle;
};

struct espy_ov_compiled {
    const espy_ov_core *core;
    ov_compiled *handle;
};

struct espy_ov_request {
    const espy_ov_core *core;
    ov_request *handle;
};
