/*
 * SHA-256 (FIPS 180-4) of a file in pieces. `crypto.subtle` is missing on pages served over plain HTTP, as is usual on
 * home networks, and takes only what fits into memory.
 */

const words = 64
/** Number of bytes read at a time. */
const PIECE = 1 << 20

/**
 * Returns the first 32 fractional bits of roots of the first primes.
 *
 * @param {number} count @param {(prime: number) => number} root
 */
function fractions(count, root) {
  const primes = []
  for (let number = 2; primes.length < count; number += 1) if (primes.every((prime) => number % prime > 0)) primes.push(number)
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

const constants = Int32Array.from(fractions(words, Math.cbrt))
const start = fractions(8, Math.sqrt)

export class Sha256 {
  #state = Int32Array.from(start)
  #rest = new Uint8Array(64)
  #filled = 0
  #length = 0
  #schedule = new Int32Array(words)

  /** @param {Uint8Array} bytes */
  update(bytes) {
    this.#length += bytes.length
    let place = 0
    if (this.#filled > 0) {
      place = Math.min(64 - this.#filled, bytes.length)
      this.#rest.set(bytes.subarray(0, place), this.#filled)
      this.#filled += place
      if (this.#filled < 64) return this
      this.#take(this.#rest, 0)
      this.#filled = 0
    }
    for (; place + 64 <= bytes.length; place += 64) this.#take(bytes, place)
    this.#rest.set(bytes.subarray(place))
    this.#filled = bytes.length - place
    return this
  }

  /** Finishes the sum: nothing can be added after this. @returns {string} 64 hexadecimal digits */
  digest() {
    const bits = this.#length * 8
    const end = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled)
    end[0] = 0x80
    const view = new DataView(end.buffer)
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(end.length - 4, bits >>> 0)
    this.update(end)
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #take(bytes, place) {
    const w = this.#schedule
    for (let index = 0, at = place; index < 16; index += 1, at += 4) {
      w[index] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
    }
    for (let index = 16; index < words; index += 1) {
      const [x, y] = [w[index - 15], w[index - 2]]
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[index] = (w[index - 16] + s0 + w[index - 7] + s1) | 0
    }
    const state = this.#state
    let [a, b, c, d, e, f, g, h] = state
    for (let index = 0; index < words; index += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const one = (h + s1 + ((e & f) ^ (~e & g)) + constants[index] + w[index]) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h
  }
}

/** Returns the checksum of a file. @param {Blob} file @param {AbortSignal} [signal] @returns {Promise<string>} */
export async function checksum(file, signal) {
  const sum = new Sha256()
  for (let place = 0; place < file.size; place += PIECE) {
    signal?.throwIfAborted()
    sum.update(new Uint8Array(await file.slice(place, place + PIECE).arrayBuffer()))
  }
  return sum.digest()
}
