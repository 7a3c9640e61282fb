#pragma once
// The part of OpenVINO's C interface that is used, as its documentation describes it: names, arguments, structures.
// Numbers of element types differ between releases and are never passed.

#include <stddef.h>
#include <stdint.h>

typedef int ov_status;
typedef struct ov_core ov_core;
typedef struct ov_model ov_model;
typedef struct ov_port ov_port;
typedef struct ov_compiled ov_compiled;
typedef struct ov_request ov_request;
typedef struct ov_tensor ov_tensor;

typedef struct {
    const char *number;
    const char *description;
} ov_version;

typedef struct {
    int64_t rank;
    int64_t *lengths;
} ov_shape;

/// From … to; the same twice for a length that is fixed.
typedef struct {
    int64_t min, max;
} ov_dimension;

typedef struct {
    ov_dimension rank;
    ov_dimension *lengths;
} ov_partial_shape;

/// Field name and symbol differ by the prefix `ov_` alone; X(result, name, arguments).
#define ESPY_OV_FUNCTIONS(X)                                                                                           \
    X(ov_status, get_openvino_version, (ov_version *))                                                                 \
    X(void, version_free, (ov_version *))                                                                              \
    X(const char *, get_last_err_msg, (void))                                                                          \
    X(const char *, get_error_info, (ov_status))                                                                       \
    X(void, free, (const char *))                                                                                      \
    X(ov_status, core_create, (ov_core **))                                                                            \
    X(void, core_free, (ov_core *))                                                                                    \
    X(ov_status, core_read_model, (const ov_core *, const char *, const char *, ov_model **))                          \
    X(ov_status, core_compile_model, (const ov_core *, const ov_model *, const char *, size_t, ov_compiled **, ...))   \
    X(ov_status, core_compile_model_from_file,                                                                         \
      (const ov_core *, const char *, const char *, size_t, ov_compiled **, ...))                                      \
    X(void, model_free, (ov_model *))                                                                                  \
    X(ov_status, model_inputs_size, (const ov_model *, size_t *))                                                      \
    X(ov_status, model_outputs_size, (const ov_model *, size_t *))                                                     \
    X(ov_status, model_const_input_by_index, (const ov_model *, size_t, ov_port **))                                   \
    X(ov_status, model_const_output_by_index, (const ov_model *, size_t, ov_port **))                                  \
    X(ov_status, model_reshape_single_input, (const ov_model *, ov_partial_shape))                                     \
    X(ov_status, model_reshape_by_port_indexes,                                                                        \
      (const ov_model *, const size_t *, const ov_partial_shape *, size_t))                                            \
    X(ov_status, port_get_any_name, (const ov_port *, char **))                                                        \
    X(ov_status, port_get_partial_shape, (const ov_port *, ov_partial_shape *))                                        \
    X(void, output_const_port_free, (ov_port *))                                                                       \
    X(void, partial_shape_free, (ov_partial_shape *))                                                                  \
    X(ov_status, partial_shape_create_static, (int64_t, const int64_t *, ov_partial_shape *))                          \
    X(ov_status, compiled_model_create_infer_request, (const ov_compiled *, ov_request **))                            \
    X(ov_status, compiled_model_inputs_size, (const ov_compiled *, size_t *))                                          \
    X(ov_status, compiled_model_outputs_size, (const ov_compiled *, size_t *))                                         \
    X(ov_status, compiled_model_input_by_index, (const ov_compiled *, size_t, ov_port **))                             \
    X(ov_status, compiled_model_output_by_index, (const ov_compiled *, size_t, ov_port **))                            \
    X(void, compiled_model_free, (ov_compiled *))                                                                      \
    X(ov_status, infer_request_get_input_tensor_by_index, (const ov_request *, size_t, ov_tensor **))                  \
    X(ov_status, infer_request_get_output_tensor_by_index, (const ov_request *, size_t, ov_tensor **))                 \
    X(ov_status, infer_request_infer, (ov_request *))                                                                  \
    X(ov_status, infer_request_start_async, (ov_request *))                                                            \
    X(ov_status, infer_request_wait, (ov_request *))                                                                   \
    X(ov_status, infer_request_wait_for, (ov_request *, int64_t))                                                      \
    X(ov_status, infer_request_cancel, (ov_request *))                                                                 \
    X(void, infer_request_free, (ov_request *))                                                                        \
    X(ov_status, tensor_set_shape, (ov_tensor *, ov_shape))                                                            \
    X(ov_status, tensor_get_shape, (const ov_tensor *, ov_shape *))                                                    \
    X(ov_status, tensor_get_byte_size, (const ov_tensor *, size_t *))                                                  \
    X(ov_status, tensor_data, (const ov_tensor *, void **))                                                            \
    X(void, tensor_free, (ov_tensor *))                                                                                \
    X(ov_status, shape_free, (ov_shape *))
