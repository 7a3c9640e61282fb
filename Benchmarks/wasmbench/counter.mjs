// Counts in photos with the WebAssembly build, as a page does: each line of standard input is JSON with a `file` of pixels
// (red, green, blue, opacity), their `width` and `height`, and the `request`; each line of standard output has the `count` or
// the `error`, the time in milliseconds, and the memory of both modules in megabytes. `{"ask": …}` is a question that needs no
// photo.
// Usage: node counter.mjs FOLDER SCRIPT MODELS   (with count.wasm and networks.wasm; the script is web/workers/networks.js)

import { randomFillSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , folder, script, models] = process.argv
const { Networks } = await import(`data:text/javascript;base64,${readFileSync(script).toString('base64')}`)
const file = (name) => existsSync(`${models}/${name}.onnx`) ? readFileSync(`${models}/${name}.onnx`) : undefined
// As where several workers look at parts of a photo, but one after the other.
const networks = new Networks(new WebAssembly.Module(readFileSync(`${folder}/networks.wasm`)), file, true)
let steps = []
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${folder}/count.wasm`)), {
  networks: networks.imports(() => exports.memory.buffer),
  page: { progress: (fraction, stage) => { steps.push([stage, fraction]) } },
  wasi_snapshot_preview1: {
    random_get: (start, count) => { randomFillSync(new Uint8Array(exports.memory.buffer), start, count); return 0 },
    fd_write: () => 0, fd_close: () => 0, fd_seek: () => 0,
  },
})
exports._initialize?.()

/** @returns {number} the address of bytes in the memory of the module */
function put(bytes) {
  const start = exports.espy_take(bytes.length)
  new Uint8Array(exports.memory.buffer).set(bytes, start)
  return start
}

/** Passes a request, and returns the answer. */
function answer(request, call) {
  const text = Buffer.from(JSON.stringify(request))
  const start = put(text)
  const isAnswer = call(start, text.length)
  exports.espy_release(start)
  const bytes = new Uint8Array(exports.memory.buffer, exports.espy_answer(), exports.espy_answer_size())
  return { [isAnswer ? 'count' : 'error']: JSON.parse(new TextDecoder().decode(bytes)) }
}

function counted({ file, width, height, request = {} }) {
  const pixels = readFileSync(file)
  const begin = performance.now()
  let result
  do {
    networks.know(networks.wanted.map((question) => networks.answer(question)))
    const photo = put(pixels)
    steps = []
    result = answer(request, (start, size) => exports.espy_count(photo, width, height, start, size))
  } while (networks.wanted.length > 0)
  const milliseconds = performance.now() - begin
  const megabytes = { count: exports.memory.buffer.byteLength / 2 ** 20, networks: networks.bytes / 2 ** 20 }
  networks.close()
  return { ...result, milliseconds, megabytes, steps }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, ...photo } = JSON.parse(line)
  console.log(JSON.stringify(ask ? answer(ask, exports.espy_ask_count) : counted(photo)))
}
