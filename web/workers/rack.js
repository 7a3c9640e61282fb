/*
 * Reads boxes in the browser, in a worker: the browser decodes the pixels, and the module that `make wasm` builds from
 * the program's sources does the rest. To abort a reading, this worker is terminated.
 *
 * It receives `{id, photo, request}` for a photo, or `{id, request}` for a question about a rack, and answers `{id,
 * answer, thumbnail}` or `{id, problem: {code, detail}}`; before that, it reports progress as `{id, stage, fraction}`.
 */

/** Number of pixels drawn at a time: browsers on phones refuse large canvases. */
const bandPixels = 4_000_000
/** Side of the thumbnail, in pixels. */
const side = 200

/** As in RackProgress.Stage. */
const stages = ['reading', 'placing', 'judging', 'rereading', 'done']

let module
/** The current request. */
let current

class Refusal extends Error {
  constructor(code, detail) {
    super(detail)
    Object.assign(this, { code, detail })
  }
}

self.addEventListener('message', async ({ data: { id, photo, request } }) => {
  current = id
  try {
    self.postMessage({ id, ...(photo ? await read(photo, request) : { answer: asked(await loaded(), request) }) })
  } catch (error) {
    // A module that stopped in the middle of its work cannot be used again.
    if (!(error instanceof Refusal)) module = undefined
    const isMemory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    const { code, detail } = error instanceof Refusal ? error : { code: isMemory ? 'tooLarge' : 'failed', detail: String(error) }
    self.postMessage({ id, problem: { code, detail } })
  }
})

function loaded() {
  module ??= load()
  return module
}

async function load() {
  let bytes
  try {
    const answer = await fetch(new URL('../wasm/rack.wasm', self.location))
    if (!answer.ok) throw new Error(String(answer.status))
    bytes = await answer.arrayBuffer()
  } catch (error) {
    throw new Refusal('unreachable', String(error))
  }
  const none = () => 0
  const { instance } = await WebAssembly.instantiate(bytes, {
    espy: { progress: (stage, fraction) => self.postMessage({ id: current, stage: stages[stage], fraction }) },
    wasi_snapshot_preview1: {
      fd_close: none, fd_seek: none, fd_write: none,
      random_get: (start, count) => {
        crypto.getRandomValues(new Uint8Array(instance.exports.memory.buffer, start, count))
        return 0
      },
    },
  })
  instance.exports._initialize?.()
  return instance.exports
}

/** @param {WebAssembly.Exports} exports @param {object} request */
function asked(exports, request) {
  return withText(exports, request, (start, size) => exports.espy_ask(start, size))
}

/** Returns the answer to a call that takes a text. @param {(start: number, size: number) => number} call */
function withText(exports, request, call) {
  const text = new TextEncoder().encode(JSON.stringify(request))
  const start = taken(exports, text.length)
  new Uint8Array(exports.memory.buffer, start, text.length).set(text)
  const isAnswered = call(start, text.length)
  exports.espy_release(start)
  const bytes = new Uint8Array(exports.memory.buffer, exports.espy_answer(), exports.espy_answer_size())
  const answer = JSON.parse(new TextDecoder().decode(bytes))
  if (!isAnswered) throw new Refusal(answer.code, answer.detail)
  return answer
}

function taken({ espy_take: take }, size) {
  const start = take(size)
  if (start === 0) throw new Refusal('tooLarge', 'there is no memory left')
  return start
}

async function read(photo, request) {
  const [exports, picture] = await Promise.all([loaded(), decoded(photo)])
  try {
    const { width, height } = picture
    const pixels = copied(exports, picture)
    const answer = withText(exports, request, (start, size) => exports.espy_rack(pixels, width, height, start, size))
    return photo instanceof ImageBitmap ? { answer } : { answer, thumbnail: await thumbnail(picture, answer) }
  } finally {
    picture.close()
  }
}

async function decoded(photo) {
  if (photo instanceof ImageBitmap) return photo
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image' })
  } catch {
    throw new Refusal('notAnImage', 'this browser cannot open it')
  }
}

/** Copies all pixels of a picture into the module's memory, on a white background. @returns {number} their address */
function copied(exports, picture) {
  const { width, height } = picture
  const start = taken(exports, 4 * width * height)
  const rows = Math.max(1, Math.min(height, Math.floor(bandPixels / width)))
  const context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
  context.fillStyle = '#fff'
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    context.fillRect(0, 0, width, count)
    context.drawImage(picture, 0, top, width, count, 0, 0, width, count)
    const { data } = context.getImageData(0, 0, width, count)
    new Uint8Array(exports.memory.buffer, start + 4 * width * top, data.length).set(data)
  }
  return start
}

/** Returns a thumbnail of the box, or of the whole photo. @returns {Promise<string>} a data URL */
async function thumbnail(picture, { outline }) {
  const corners = outline ? Object.values(outline) : [{ x: 0, y: 0 }, { x: picture.width, y: picture.height }]
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const long = Math.min(Math.max(width, height), picture.width, picture.height)
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  const from = (start, length, most) => Math.max(0, Math.min(start + (length - long) / 2, most - long))
  context.drawImage(picture, from(left, width, picture.width), from(top, height, picture.height), long, long, 0, 0, side, side)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer())
  return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}
