/*
 * What the workers share: each runs a WebAssembly module that `make wasm` builds from the program's sources. The browser
 * decodes the pixels, and the module does the rest. To abort the work, the worker is terminated.
 *
 * A worker receives `{id, photo, request}` for a photo, or `{id, request}` for a question about a result, and answers
 * `{id, answer, thumbnail}` or `{id, problem: {code, detail}}`; before that, it reports progress as `{id, stage, fraction}`.
 */

/** Number of pixels drawn at a time: browsers on phones refuse large canvases. */
const bandPixels = 4_000_000
/** Side of the thumbnail, in pixels. */
const side = 200

export class Refusal extends Error {
  constructor(code, detail) {
    super(detail)
    Object.assign(this, { code, detail })
  }
}

/** The current request. */
let current
let module

/** Reports the progress of the current request. @param {string} stage @param {number} fraction */
export const tell = (stage, fraction) => self.postMessage({ id: current, stage, fraction })

/**
 * @typedef {object} Work
 * @property {() => Promise<WebAssembly.Exports>} load loads the module when it is first needed
 * @property {(exports: WebAssembly.Exports, pixels: number, width: number, height: number, start: number, size: number) =>
 *   number} read reads a photo by a request
 * @property {(exports: WebAssembly.Exports, start: number, size: number) => number} ask answers a question
 * @property {(answer: object) => {x: number, y: number}[] | undefined} outline corners of the part for the thumbnail
 * @property {(work: () => Promise<object>) => Promise<object>} [around] runs the reading of a photo
 */

/** Answers the messages to this worker. @param {Work} work */
export function serve(work) {
  self.addEventListener('message', async ({ data: { id, photo, request } }) => {
    current = id
    try {
      const loaded = () => (module ??= work.load())
      const answer = photo ? await read(photo, request, loaded, work)
        : { answer: withText(await loaded(), request, (...text) => work.ask(...text)) }
      self.postMessage({ id, ...answer })
    } catch (error) {
      // A module that stopped in the middle of its work cannot be used again; one that was not loaded is loaded again.
      if (!(error instanceof Refusal) || error.code === 'unreachable') module = undefined
      const isMemory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
      const { code, detail } = error instanceof Refusal ? error : { code: isMemory ? 'tooLarge' : 'failed', detail: String(error) }
      self.postMessage({ id, problem: { code, detail } })
    }
  })
}

/** Fetches a file of the app. @param {string} name below the app's path @returns {Promise<ArrayBuffer>} */
export async function fetched(name) {
  try {
    const answer = await fetch(new URL(`../${name}`, self.location))
    if (!answer.ok) throw new Error(String(answer.status))
    return await answer.arrayBuffer()
  } catch (error) {
    throw new Refusal('unreachable', String(error))
  }
}

/**
 * Starts a module.
 *
 * @param {string} name @param {(memory: () => ArrayBuffer) => WebAssembly.Imports} imports
 */
export async function started(name, imports) {
  const none = () => 0
  const memory = () => instance.exports.memory.buffer
  const { instance } = await WebAssembly.instantiate(await fetched(`wasm/${name}.wasm`), {
    ...imports(memory),
    wasi_snapshot_preview1: {
      fd_close: none, fd_seek: none, fd_write: none,
      random_get: (start, count) => {
        crypto.getRandomValues(new Uint8Array(memory(), start, count))
        return 0
      },
    },
  })
  instance.exports._initialize?.()
  return instance.exports
}

/** Returns the answer to a call that takes a text. @param {(...text: [WebAssembly.Exports, number, number]) => number} call */
function withText(exports, request, call) {
  const text = new TextEncoder().encode(JSON.stringify(request))
  const start = taken(exports, text.length)
  new Uint8Array(exports.memory.buffer, start, text.length).set(text)
  const isAnswered = call(exports, start, text.length)
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

async function read(photo, request, loaded, { read: call, outline, around = (work) => work() }) {
  const [exports, picture] = await Promise.all([loaded(), decoded(photo)])
  try {
    const { width, height } = picture
    const answer = await around(async () => {
      const pixels = copied(exports, picture)
      return withText(exports, request, (_, start, size) => call(exports, pixels, width, height, start, size))
    })
    return photo instanceof ImageBitmap ? { answer } : { answer, thumbnail: await thumbnail(picture, outline(answer)) }
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

/** The canvas of the last picture: those of a camera have one size. @type {OffscreenCanvasRenderingContext2D | undefined} */
let last

function paper(width, height) {
  if (last?.canvas.width !== width || last.canvas.height !== height) {
    last = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  }
  return last
}

/** Copies all pixels of a picture into the module's memory, on a white background. @returns {number} their address */
function copied(exports, picture) {
  const { width, height } = picture
  const start = taken(exports, 4 * width * height)
  const rows = Math.max(1, Math.min(height, Math.floor(bandPixels / width)))
  const context = paper(width, rows)
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

/** Returns a thumbnail of a part, or of the whole photo. @returns {Promise<string>} a data URL */
async function thumbnail(picture, outline) {
  const corners = outline ?? [{ x: 0, y: 0 }, { x: picture.width, y: picture.height }]
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
