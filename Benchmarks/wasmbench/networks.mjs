// Runs networks with the WebAssembly build, as a page does: each line of standard input is JSON, `{"network": ID, "inputs":
// [{"shape": …, "file": …}], "outputs": FOLDER}`; each line of standard output has the shapes and files of the outputs, the
// time in milliseconds and the memory in bytes. Numbers are in 32 bits. `{"close": true}` releases the memory.
// Usage: node networks.mjs NETWORKS.wasm SCRIPT MODELS   (the script is web/workers/networks.js)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , wasm, script, models] = process.argv
const { Networks } = await import(`data:text/javascript;base64,${readFileSync(script).toString('base64')}`)
const networks = new Networks(
  new WebAssembly.Module(readFileSync(wasm)), (name) => existsSync(`${models}/${name}.onnx`) ? readFileSync(`${models}/${name}.onnx`) : undefined)

/** Stands for the module that counts: memory that is filled from the start. */
const memory = new WebAssembly.Memory({ initial: 4096 })
const functions = networks.imports(() => memory.buffer)
let end

function put(bytes) {
  const start = end
  new Uint8Array(memory.buffer).set(bytes, start)
  end += Math.ceil(bytes.length / 16) * 16
  return start
}
const integers = (numbers) => put(new Uint8Array(Int32Array.from(numbers).buffer))

function run({ network, inputs, outputs }) {
  end = 16
  const name = Buffer.from(network)
  const addresses = inputs.map(({ file }) => put(readFileSync(file)))
  const [start, shapes, data] = [put(name), integers(inputs.flatMap(({ shape }) => [shape.length, ...shape])), integers(addresses)]
  const begin = performance.now()
  const count = functions.run(start, name.length, inputs.length, shapes, data)
  const milliseconds = performance.now() - begin
  const results = Array.from({ length: Math.max(count, 0) }, (_, output) => result(output, outputs))
  return { count, outputs: results, milliseconds, bytes: networks.bytes }
}

function result(output, folder) {
  const lengths = integers([0, 0, 0, 0, 0, 0])
  const shape = [...new Int32Array(memory.buffer, lengths, functions.shape(output, lengths))]
  const size = 4 * shape.reduce((product, length) => product * length, 1)
  const numbers = put(new Uint8Array(size))
  functions.copy(output, numbers)
  const file = `${folder}/${output}.numbers`
  writeFileSync(file, new Uint8Array(memory.buffer, numbers, size))
  return { shape, file }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  if (request.close) networks.close()
  console.log(JSON.stringify(request.close ? { bytes: networks.bytes } : run(request)))
}
