// Reads photos with the WebAssembly build, as a page would: each line of standard input names a file of pixels (red, green,
// blue, opacity), a width and a height; each line of standard output is what came of it. With a request of `FrameRequest` as its
// fourth part, a line is a frame of a camera in front of a shelf.
// Usage: node reader.mjs FOLDER   (with rack.wasm and shelf.wasm)

import { randomFillSync } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** One of the two modules, with what it asks of its surroundings. */
class Reader {
  constructor(file) {
    const bytes = () => new Uint8Array(this.exports.memory.buffer)
    const module = new WebAssembly.Module(readFileSync(file))
    this.stages = 0
    const { exports } = new WebAssembly.Instance(module, {
      espy: { progress: () => { this.stages += 1 } },
      wasi_snapshot_preview1: {
        random_get: (start, count) => { randomFillSync(bytes(), start, count); return 0 },
        fd_write: (file, parts, count, total) => {
          const view = new DataView(this.exports.memory.buffer)
          let sum = 0
          for (let part = parts; part < parts + 8 * count; part += 8) {
            const [start, length] = [view.getUint32(part, true), view.getUint32(part + 4, true)]
            writeSync(2, bytes().subarray(start, start + length))
            sum += length
          }
          view.setUint32(total, sum, true)
          return 0
        },
        fd_close: () => 0,
        fd_seek: () => 0,
      },
    })
    this.exports = exports
    exports._initialize?.()
  }

  /** Bytes in the memory of the module. */
  put(bytes) {
    const start = this.exports.espy_take(bytes.length)
    new Uint8Array(this.exports.memory.buffer).set(bytes, start)
    return start
  }

  answer() {
    const { memory, espy_answer, espy_answer_size } = this.exports
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, espy_answer(), espy_answer_size())))
  }

  get megabytes() { return this.exports.memory.buffer.byteLength / 2 ** 20 }
}

const folder = process.argv[2]
const rack = new Reader(`${folder}/rack.wasm`)
const shelf = new Reader(`${folder}/shelf.wasm`)

/** Calls a function with pixels and a request. */
function called(reader, name, call, file, width, height, request) {
  const text = Buffer.from(request)
  const [photo, start] = [reader.put(readFileSync(file)), reader.put(text)]
  const [begin, busy] = [performance.now(), process.cpuUsage()]
  const isRead = reader.exports[call](photo, width, height, start, text.length)
  const ms = performance.now() - begin
  const { user, system } = process.cpuUsage(busy)
  reader.exports.espy_release(start)
  return { [isRead ? name : 'error']: reader.answer(), ms, cpu: (user + system) / 1000, megabytes: reader.megabytes }
}

function read(line) {
  const [file, width, height, frame] = line.split('\t')
  if (frame && 'time' in JSON.parse(frame)) return called(shelf, 'shelf', 'espy_look', file, width, height, frame)
  const answer = called(rack, 'rack', 'espy_rack', file, width, height, frame ?? '{}')
  if (frame) return answer
  shelf.exports.espy_barcodes(shelf.put(readFileSync(file)), width, height)
  return { ...answer, barcodes: shelf.answer() }
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer
  try { answer = read(line) } catch (error) { answer = { error: { code: 'trap', detail: String(error) } } }
  writeSync(1, `${JSON.stringify(answer)}\n`)
  if (answer.error?.code === 'trap') process.exit(1)
}
