#include "Model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

espy_ov_model *espy_ov_read(espy_ov_core *core, const char *path, char *message) {
    espy_ov_model *model = calloc(1, sizeof *model);
    if (!model) {
        espy_ov_refuse("out of memory", message);
        return NULL;
    }
    model->core = core;
    ov_status status = core->core_read_model(core->handle, path, NULL, &model->handle);
    if (!status) return model;
    espy_ov_fail(core, status, message);
    free(model);
    return NULL;
}

void espy_ov_model_free(espy_ov_model *model) {
    model->core->model_free(model->handle);
    free(model);
}

/// Copies a shape and frees the port that has it.
static int take_shape(const espy_ov_core *core, ov_port *port, espy_ov_shape *shape, char *message) {
    ov_partial_shape found = {0};
    ov_status status = core->port_get_partial_shape(port, &found);
    core->output_const_port_free(port);
    if (status) return espy_ov_fail(core, status, message);
    int64_t rank = found.rank.min;
    int is_fine = rank == found.rank.max && rank >= 0 && rank <= ESPY_OV_RANK;
    shape->rank = is_fine ? (int)rank : 0;
    for (int i = 0; i < shape->rank; i++) {
        ov_dimension length = found.lengths[i];
        shape->lengths[i] = length.min == length.max ? length.min : -1;
    }
    core->partial_shape_free(&found);
    return is_fine ? 1 : espy_ov_refuse("a tensor has an open number of dimensions, or more than 8", message);
}

/// Copies a name and frees the port that has it.
static int take_name(const espy_ov_core *core, ov_port *port, char *name) {
    char *found = NULL;
    name[0] = 0;
    // A port without a name is no failure.
    if (!core->port_get_any_name(port, &found) && found) {
        strncat(name, found, ESPY_OV_NAME - 1);
        core->free(found);
    }
    core->output_const_port_free(port);
    return 1;
}

/// How many ports there are, and shape and name of each: of a model that was read, and of one that was compiled.
#define PORT(kind, side, find)                                                                                         \
    int espy_ov_##kind##_##side(const espy_ov_##kind *owner, size_t index, espy_ov_shape *shape, char *message) {      \
        ov_port *port = NULL;                                                                                          \
        ov_status status = owner->core->find(owner->handle, index, &port);                                             \
        return status ? espy_ov_fail(owner->core, status, message) : take_shape(owner->core, port, shape, message);    \
    }                                                                                                                  \
    int espy_ov_##kind##_##side##_name(const espy_ov_##kind *owner, size_t index, char *name, char *message) {         \
        ov_port *port = NULL;                                                                                          \
        ov_status status = owner->core->find(owner->handle, index, &port);                                             \
        return status ? espy_ov_fail(owner->core, status, message) : take_name(owner->core, port, name);               \
    }
#define PORTS(kind, count_inputs, count_outputs)                                                                       \
    int espy_ov_##kind##_ports(const espy_ov_##kind *owner, size_t *inputs, size_t *outputs, char *message) {          \
        ov_status status = owner->core->count_inputs(owner->handle, inputs);                                           \
        if (!status) status = owner->core->count_outputs(owner->handle, outputs);                                      \
        return status ? espy_ov_fail(owner->core, status, message) : 1;                                                \
    }

PORTS(model, model_inputs_size, model_outputs_size)
PORT(model, input, model_const_input_by_index)
PORT(model, output, model_const_output_by_index)
PORTS(compiled, compiled_model_inputs_size, compiled_model_outputs_size)
PORT(compiled, input, compiled_model_input_by_index)
PORT(compiled, output, compiled_model_output_by_index)

int espy_ov_model_reshape_input(espy_ov_model *model, size_t index, const espy_ov_shape *shape, char *message) {
    const espy_ov_core *core = model->core;
    ov_partial_shape wanted = {0};
    ov_status status = core->partial_shape_create_static(shape->rank, shape->lengths, &wanted);
    if (status) return espy_ov_fail(core, status, message);
    status = core->model_reshape_by_port_indexes(model->handle, &index, &wanted, 1);
    core->partial_shape_free(&wanted);
    return status ? espy_ov_fail(core, status, message) : 1;
}

int espy_ov_model_reshape(espy_ov_model *model, const espy_ov_shape *shape, char *message) {
    const espy_ov_core *core = model->core;
    ov_partial_shape wanted = {0};
    ov_status status = core->partial_shape_create_static(shape->rank, shape->lengths, &wanted);
    if (status) return espy_ov_fail(core, status, message);
    status = core->model_reshape_single_input(model->handle, wanted);
    core->partial_shape_free(&wanted);
    return status ? espy_ov_fail(core, status, message) : 1;
}

/// How many layers the runtime keeps that it prepared for another size. With more of them no time can be measured that
/// they save, and lines of text have many sizes.
#define ESPY_OV_KEPT_LAYERS "10"

/// Pairs of names and values as text, of which the first ones are given: whoever needs no limit of threads leaves out the
/// last two.
#define SETTINGS(options, threads)                                                                                     \
    "PERFORMANCE_HINT", "LATENCY", "INFERENCE_PRECISION_HINT", options->precision, /* */                               \
        "CACHE_DIR", options->cache_folder ? options->cache_folder : "", /* empty: none */                             \
        "CPU_RUNTIME_CACHE_CAPACITY", ESPY_OV_KEPT_LAYERS, "INFERENCE_NUM_THREADS", threads, /* */                     \
        "ENABLE_CPU_PINNING", "NO" /* Else all models with one thread each get the same processor. */

static espy_ov_compiled *compile(
    espy_ov_core *core, const espy_ov_model *model, const char *path, const espy_ov_options *options, char *message) {
    espy_ov_compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled) {
        espy_ov_refuse("out of memory", message);
        return NULL;
    }
    compiled->core = core;
    char threads[16];
    snprintf(threads, sizeof threads, "%d", options->threads);
    size_t arguments = options->threads > 0 ? 12 : 8;
    ov_status status =
        model ? core->core_compile_model(
                    core->handle, model->handle, "CPU", arguments, &compiled->handle, SETTINGS(options, threads))
              : core->core_compile_model_from_file(
                    core->handle, path, "CPU", arguments, &compiled->handle, SETTINGS(options, threads));
    if (!status) return compiled;
    espy_ov_fail(core, status, message);
    free(compiled);
    return NULL;
}

espy_ov_compiled *espy_ov_compile(const espy_ov_model *model, const espy_ov_options *options, char *message) {
    return compile(model->core, model, NULL, options, message);
}

espy_ov_compiled *espy_ov_compile_file(
    espy_ov_core *core, const char *path, const espy_ov_options *options, char *message) {
    return compile(core, NULL, path, options, message);
}

void espy_ov_compiled_free(espy_ov_compiled *compiled) {
    compiled->core->compiled_model_free(compiled->handle);
    free(compiled);
}
