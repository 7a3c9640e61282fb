/**
 * Blurred pictures in 29 bytes, as `Placeholder.swift` writes them: byte 0 is the shape, bytes 1 to 3 the mean color, 4
 * and 5 the amplitude of the strongest wave, and from byte 6 on, each four bits are one cosine wave.
 */
const LENGTH = 29
const LIGHT = waves(7)
const COLOR = waves(2)
const MOST = 8
/** Pixels of a square side: enough for waves of this length. */
export const SIDE = 10

function waves(most) {
  const found = []
  for (let sum = 1; sum <= most; sum += 1) for (let u = 0; u <= sum; u += 1) found.push([u, sum - u])
  return found
}

/** Values of the waves at the pixels of the center square, by the shape of the photo. */
const tables = new Map()

function tablesFor(shape) {
  if (!tables.has(shape)) {
    const aspect = 2 ** ((shape - 128) / 32)
    tables.set(shape, [table(Math.min(1, 1 / aspect)), table(Math.min(1, aspect))])
  }
  return tables.get(shape)
}

/** @param {number} share of the side that the center square takes up */
function table(share) {
  const values = new Float32Array(MOST * SIDE)
  for (let wave = 0; wave < MOST; wave += 1) {
    for (let at = 0; at < SIDE; at += 1) {
      const place = 0.5 + ((at + 0.5) / SIDE - 0.5) * share
      values[wave * SIDE + at] = Math.cos(Math.PI * wave * place)
    }
  }
  return values
}

const sums = new Float32Array(MOST * SIDE)
const planes = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE))

function half(bytes, index) {
  const byte = bytes[6 + (index >> 1)]
  return index & 1 ? byte >> 4 : byte & 15
}

function draw(plane, mean, bytes, first, list, scale, [across, down]) {
  sums.fill(0)
  list.forEach(([u, v], at) => {
    const share = (half(bytes, first + at) - 8) / 7
    const strength = share * Math.abs(share) * scale
    if (strength === 0) return
    for (let x = 0; x < SIDE; x += 1) sums[v * SIDE + x] += strength * across[u * SIDE + x]
  })
  plane.fill(mean)
  for (let v = 0; v < MOST; v += 1) {
    for (let y = 0; y < SIDE; y += 1) {
      const wave = down[v * SIDE + y]
      for (let x = 0; x < SIDE; x += 1) plane[y * SIDE + x] += wave * sums[v * SIDE + x]
    }
  }
}

/**
 * Draws the center square of a blurred picture.
 *
 * @param {CanvasRenderingContext2D} context of a canvas of {@link SIDE} by {@link SIDE} pixels
 * @param {string} text in Base64
 * @returns {boolean} whether the text is a placeholder
 */
export function paintPlaceholder(context, text) {
  const bytes = bytesOf(text)
  if (bytes.length !== LENGTH) return false
  const tables = tablesFor(bytes[0])
  const [light, blue, red] = planes
  const colors = LIGHT.length
  draw(light, bytes[1] / 255, bytes, 0, LIGHT, bytes[4] / 128, tables)
  draw(blue, (bytes[2] - 128) / 255, bytes, colors, COLOR, bytes[5] / 128, tables)
  draw(red, (bytes[3] - 128) / 255, bytes, colors + COLOR.length, COLOR, bytes[5] / 128, tables)
  const image = context.createImageData(SIDE, SIDE)
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const [y, b, r] = [light[at], blue[at] / 0.564, red[at] / 0.713]
    image.data[4 * at] = 255 * (y + r)
    image.data[4 * at + 1] = 255 * (y - (0.299 * r + 0.114 * b) / 0.587)
    image.data[4 * at + 2] = 255 * (y + b)
    image.data[4 * at + 3] = 255
  }
  context.putImageData(image, 0, 0)
  return true
}

function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
