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

int espy_ov_model_ports(const espy_ov_model *model, size_t *inputs, size_t *outputs, char *message) {
    ov_status status = model->core->model_inputs_size(model->handle, inputs);
    if (!status) status = model->core->model_outputs_size(model->handle, outputs);
    return status ? espy_ov_fail(model->core, status, message) : 1;
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

int espy_ov_model_input(const espy_ov_model *model, size_t index, espy_ov_shape *shape, char *message) {
    ov_port *port = NULL;
    ov_status status = model->core->model_const_input_by_index(model->handle, index, &port);
    if (status) return espy_ov_fail(model->core, status, message);
    return take_shape(model->core, port, shape, message);
}

int espy_ov_model_output(const espy_ov_model *model, size_t index, espy_ov_shape *shape, char *message) {
    ov_port *port = NULL;
    ov_status status = model->core->model_const_output_by_index(model->handle, index, &port);
    if (status) return espy_ov_fail(model->core, status, message);
    return take_shape(model->core, port, shape, message);
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

int espy_ov_model_input_name(const espy_ov_model *model, size_t index, char *name, char *message) {
    ov_port *port = NULL;
    ov_status status = model->core->model_const_input_by_index(model->handle, index, &port);
    return status ? espy_ov_fail(model->core, status, message) : take_name(model->core, port, name);
}

int espy_ov_model_output_name(const espy_ov_model *model, size_t index, char *name, char *message) {
    ov_port *port = NULL;
    ov_status status = model->core->model_const_output_by_index(model->handle, index, &port);
    return status ? espy_ov_fail(model->core, status, message) : take_name(model->core, port, name);
}

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

espy_ov_compiled *espy_ov_compile(const espy_ov_model *model, const espy_ov_options *options, char *message) {
    const espy_ov_core *core = model->core;
    espy_ov_compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled) {
        espy_ov_refuse("out of memory", message);
        return NULL;
    }
    compiled->core = core;
    char threads[16];
    snprintf(threads, sizeof threads, "%d", options->threads);
    // Pairs of names and values as text. Those that come last are left out by giving a smaller number of arguments;
    // an empty cache folder means none.
    const char *cache = options->cache_folder ? options->cache_folder : "";
    size_t arguments = options->threads > 0 ? 12 : 8;
    // The layers that were prepared for one size of a model with open sizes: more of them save no time that can be
    // measured, and a server that sees many sizes would grow.
    ov_status status = core->core_compile_model(
        core->handle, model->handle, "CPU", arguments, &compiled->handle, "PERFORMANCE_HINT", "LATENCY",
        "INFERENCE_PRECISION_HINT", options->precision, "CACHE_DIR", cache, "CPU_RUNTIME_CACHE_CAPACITY", "100",
        "INFERENCE_NUM_THREADS", threads,
        // Else all models with one thread each get the same processor.
        "ENABLE_CPU_PINNING", "NO");
    if (!status) return compiled;
    espy_ov_fail(core, status, message);
    free(compiled);
    return NULL;
}

void espy_ov_compiled_free(espy_ov_compiled *compiled) {
    compiled->core->compiled_model_free(compiled->handle);
    free(compiled);
}
