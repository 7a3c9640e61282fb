#include "Model.h"

#include <stdlib.h>

espy_ov_request *espy_ov_request_make(const espy_ov_compiled *compiled, char *message) {
    espy_ov_request *request = calloc(1, sizeof *request);
    if (!request) {
        espy_ov_refuse("out of memory", message);
        return NULL;
    }
    request->core = compiled->core;
    ov_status status = compiled->core->compiled_model_create_infer_request(compiled->handle, &request->handle);
    if (!status) return request;
    espy_ov_fail(compiled->core, status, message);
    free(request);
    return NULL;
}

void espy_ov_request_free(espy_ov_request *request) {
    request->core->infer_request_free(request->handle);
    free(request);
}

/// Copies the shape, and tells how many bytes there are and where.
static int look_at(
    const espy_ov_core *core, const ov_tensor *source, espy_ov_integers *tensor, size_t *bytes, char *message) {
    ov_shape shape = {0};
    ov_status status = core->tensor_get_shape(source, &shape);
    if (status) return espy_ov_fail(core, status, message);
    int is_fine = shape.rank >= 0 && shape.rank <= ESPY_OV_RANK;
    tensor->shape.rank = is_fine ? (int)shape.rank : 0;
    tensor->count = 1;
    for (int i = 0; i < tensor->shape.rank; i++) {
        tensor->shape.lengths[i] = shape.lengths[i];
        tensor->count *= (size_t)shape.lengths[i];
    }
    core->shape_free(&shape);
    if (!is_fine) return espy_ov_refuse("a tensor has more than 8 dimensions", message);
    status = core->tensor_get_byte_size(source, bytes);
    if (!status) status = core->tensor_data(source, &tensor->values);
    return status ? espy_ov_fail(core, status, message) : 1;
}

static int describe(const espy_ov_core *core, const ov_tensor *source, espy_ov_tensor *tensor, char *message) {
    espy_ov_integers found = {0};
    size_t bytes = 0;
    if (!look_at(core, source, &found, &bytes, message)) return 0;
    // Element types are told apart by size alone, since their numbers change between releases.
    if (bytes != found.count * sizeof(float)) return espy_ov_refuse("a tensor does not hold 32-bit numbers", message);
    tensor->shape = found.shape;
    tensor->count = found.count;
    tensor->values = found.values;
    return 1;
}

int espy_ov_request_input(espy_ov_request *request, espy_ov_tensor *tensor, char *message) {
    ov_tensor *source = NULL;
    ov_status status = request->core->infer_request_get_input_tensor_by_index(request->handle, 0, &source);
    if (status) return espy_ov_fail(request->core, status, message);
    int is_fine = describe(request->core, source, tensor, message);
    // Frees the description; the numbers belong to the request.
    request->core->tensor_free(source);
    return is_fine;
}

int espy_ov_request_shaped(
    espy_ov_request *request, size_t index, const espy_ov_shape *shape, espy_ov_tensor *tensor, char *message) {
    const espy_ov_core *core = request->core;
    ov_tensor *source = NULL;
    ov_status status = core->infer_request_get_input_tensor_by_index(request->handle, index, &source);
    if (status) return espy_ov_fail(core, status, message);
    espy_ov_shape lengths = *shape;
    ov_shape wanted = {.rank = lengths.rank, .lengths = lengths.lengths};
    status = core->tensor_set_shape(source, wanted);
    int is_fine = status ? espy_ov_fail(core, status, message) : describe(core, source, tensor, message);
    core->tensor_free(source);
    return is_fine;
}

int espy_ov_request_integers(espy_ov_request *request, size_t index, espy_ov_integers *tensor, char *message) {
    const espy_ov_core *core = request->core;
    ov_tensor *source = NULL;
    ov_status status = core->infer_request_get_input_tensor_by_index(request->handle, index, &source);
    if (status) return espy_ov_fail(core, status, message);
    size_t bytes = 0;
    int is_fine = look_at(core, source, tensor, &bytes, message);
    core->tensor_free(source);
    if (!is_fine) return 0;
    tensor->bytes = tensor->count > 0 ? (int)(bytes / tensor->count) : 0;
    is_fine = (tensor->bytes == 4 || tensor->bytes == 8) && bytes == tensor->count * (size_t)tensor->bytes;
    return is_fine ? 1 : espy_ov_refuse("an input does not hold whole numbers of 32 or 64 bits", message);
}

int espy_ov_request_run(espy_ov_request *request, char *message) {
    ov_status status = request->core->infer_request_infer(request->handle);
    return status ? espy_ov_fail(request->core, status, message) : 1;
}

/// What the runtime answers while it still works.
enum { NOT_READY = -9 };

int espy_ov_request_run_while(espy_ov_request *request, int (*is_wanted)(void), char *message) {
    const espy_ov_core *core = request->core;
    ov_status status = core->infer_request_start_async(request->handle);
    if (status) return espy_ov_fail(core, status, message);
    do {
        status = core->infer_request_wait_for(request->handle, ESPY_OV_SLICE);
        if (status == NOT_READY && !is_wanted()) {
            core->infer_request_cancel(request->handle);
            // It stops after the layer that it is in; its memory must not be touched before.
            core->infer_request_wait(request->handle);
            return -1;
        }
    } while (status == NOT_READY);
    return status ? espy_ov_fail(core, status, message) : 1;
}

int espy_ov_request_output(espy_ov_request *request, size_t index, espy_ov_tensor *tensor, char *message) {
    ov_tensor *source = NULL;
    ov_status status = request->core->infer_request_get_output_tensor_by_index(request->handle, index, &source);
    if (status) return espy_ov_fail(request->core, status, message);
    int is_fine = describe(request->core, source, tensor, message);
    request->core->tensor_free(source);
    return is_fine;
}
