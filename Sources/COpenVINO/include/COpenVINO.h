#pragma once
// A few calls in front of OpenVINO's C interface, which is loaded when it is first needed: no header and no library of
// it is there when Espy is built. Every call that can fail returns 0 or NULL and writes the reason, as text that ends
// with a zero, to `message`, which has room for ESPY_OV_MESSAGE bytes.

#include <stddef.h>
#include <stdint.h>

#define ESPY_OV_MESSAGE 1024
#define ESPY_OV_RANK 8
/// Bytes of the longest name of an input or an answer that is told, with the zero at its end.
#define ESPY_OV_NAME 128
/// Milliseconds between two questions whether a run is still wanted.
#define ESPY_OV_SLICE 20

typedef struct espy_ov_core espy_ov_core;
typedef struct espy_ov_model espy_ov_model;
typedef struct espy_ov_compiled espy_ov_compiled;
typedef struct espy_ov_request espy_ov_request;

/// Lengths of a tensor's dimensions; -1 where a length is open.
typedef struct {
    int rank;
    int64_t lengths[ESPY_OV_RANK];
} espy_ov_shape;

/// Numbers inside a request: valid until the request runs again or is freed.
typedef struct {
    espy_ov_shape shape;
    float *values;
    size_t count;
} espy_ov_tensor;

/// Whole numbers inside a request, for as long.
typedef struct {
    espy_ov_shape shape;
    void *values;
    size_t count;
    /// Of each number: 4 or 8.
    int bytes;
} espy_ov_integers;

typedef struct {
    /// Where compiled models are kept; NULL for nowhere.
    const char *cache_folder;
    /// "f32" or "bf16".
    const char *precision;
    /// 0 for as many as the runtime likes.
    int threads;
} espy_ov_options;

/// Loads the runtime from the file at `path` and makes ready to read models. It stays loaded until the process ends.
espy_ov_core *espy_ov_open(const char *path, char *message);
void espy_ov_close(espy_ov_core *core);
/// Version of the runtime, like "2026.4.1-22982-…"; lives as long as the core.
const char *espy_ov_version(const espy_ov_core *core);

espy_ov_model *espy_ov_read(espy_ov_core *core, const char *path, char *message);
void espy_ov_model_free(espy_ov_model *model);
int espy_ov_model_ports(const espy_ov_model *model, size_t *inputs, size_t *outputs, char *message);
int espy_ov_model_input(const espy_ov_model *model, size_t index, espy_ov_shape *shape, char *message);
int espy_ov_model_output(const espy_ov_model *model, size_t index, espy_ov_shape *shape, char *message);
/// Writes what the file calls an input or an answer, cut off after ESPY_OV_NAME bytes; nothing where it has no name.
int espy_ov_model_input_name(const espy_ov_model *model, size_t index, char *name, char *message);
int espy_ov_model_output_name(const espy_ov_model *model, size_t index, char *name, char *message);
/// Fixes the shape of one of several inputs.
int espy_ov_model_reshape_input(espy_ov_model *model, size_t index, const espy_ov_shape *shape, char *message);
/// Fixes the shape of the only input.
int espy_ov_model_reshape(espy_ov_model *model, const espy_ov_shape *shape, char *message);

espy_ov_compiled *espy_ov_compile(const espy_ov_model *model, const espy_ov_options *options, char *message);
/// Compiles a file as it is. A file that is in the cache, by its path, size and time of change, is not read.
espy_ov_compiled *espy_ov_compile_file(
    espy_ov_core *core, const char *path, const espy_ov_options *options, char *message);
int espy_ov_compiled_ports(const espy_ov_compiled *compiled, size_t *inputs, size_t *outputs, char *message);
int espy_ov_compiled_input(const espy_ov_compiled *compiled, size_t index, espy_ov_shape *shape, char *message);
int espy_ov_compiled_output(const espy_ov_compiled *compiled, size_t index, espy_ov_shape *shape, char *message);
int espy_ov_compiled_input_name(const espy_ov_compiled *compiled, size_t index, char *name, char *message);
int espy_ov_compiled_output_name(const espy_ov_compiled *compiled, size_t index, char *name, char *message);
void espy_ov_compiled_free(espy_ov_compiled *compiled);

espy_ov_request *espy_ov_request_make(const espy_ov_compiled *compiled, char *message);
void espy_ov_request_free(espy_ov_request *request);
int espy_ov_request_input(espy_ov_request *request, espy_ov_tensor *tensor, char *message);
/// An input of which some lengths may be open: brings it to a shape first.
int espy_ov_request_shaped(
    espy_ov_request *request, size_t index, const espy_ov_shape *shape, espy_ov_tensor *tensor, char *message);
/// An input of whole numbers. That they are whole cannot be seen; how many bytes each has, can.
int espy_ov_request_integers(espy_ov_request *request, size_t index, espy_ov_integers *tensor, char *message);
int espy_ov_request_run(espy_ov_request *request, char *message);
/// Runs as long as `is_wanted` says so, which is asked by the calling thread every ESPY_OV_SLICE milliseconds.
/// Returns -1 when it was given up.
int espy_ov_request_run_while(espy_ov_request *request, int (*is_wanted)(void), char *message);
int espy_ov_request_output(espy_ov_request *request, size_t index, espy_ov_tensor *tensor, char *message);
