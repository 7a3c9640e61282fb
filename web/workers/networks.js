/*
 * Runs networks in a worker, for another WebAssembly module. Networks have a module of their own, with its own memory:
 * they need much of it, and it is released with the module once a photo is counted.
 */

/** The result of functions that fail. */
const failure = { unknown: -1, unfit: -2 }
/** The most inputs of a network, and the most dimensions of an input or output. */
const [mostInputs, mostDimensions] = [8, 6]

/** Networks from ONNX files, which run when another module calls the functions in `imports`. */
export class Networks {
  /**
   * @typedef {object} Question a picture for a network
   * @property {string} id of the network
   * @property {string} name that no other picture has
   * @property {number[]} shape
   * @property {Float32Array} numbers
   *
   * @typedef {{shape: number[], numbers: Float32Array}} Answer
   */

  /** @type {WebAssembly.Exports | undefined} */
  #exports
  /** The numbers of loaded networks by their names. @type {Map<string, number>} */
  #loaded = new Map()
  /** The address of memory for shapes and addresses. */
  #scratch = 0
  #module
  #read
  /** Outputs for pictures that other workers looked at, too. @type {Map<string, Answer>} */
  #known = new Map()
  /** The next runs of one network, with their outputs where they are known. @type {{id: string, answer?: Answer}[]} */
  #next = []
  /** The output of the last run, if it was known. @type {Answer | undefined} */
  #last
  /** Pictures to be looked at before the photo is counted again. @type {Question[]} */
  wanted = []

  /**
   * @param {WebAssembly.Module} module `networks.wasm`
   * @param {(name: string) => Uint8Array | undefined} read returns the ONNX file of a network, without waiting
   * @param {boolean} [isShared] whether other workers help: then `prepare` may ask for pictures to be looked at first
   */
  constructor(module, read, isShared = false) {
    this.#module = module
    this.#read = read
    this.isShared = isShared
  }

  /**
   * The functions for the other module. Addresses are in its memory; see the methods of these names below.
   *
   * @param {() => ArrayBuffer} memory its memory
   */
  imports(memory) {
    return {
      prepare: (name, size, shape, pictures, data) => this.#prepare(memory(), name, size, shape, pictures, data),
      run: (name, size, count, shapes, data) => this.#run(memory(), name, size, count, shapes, data),
      shape: (output, lengths) => this.#shape(memory(), output, lengths),
      copy: (output, numbers) => this.#copy(memory(), output, numbers),
    }
  }

  /** Releases all memory. The next run loads its network again. */
  close() {
    this.#exports = undefined
    this.#loaded.clear()
    this.forget()
  }

  /** Drops all outputs of pictures. */
  forget() {
    this.#known.clear()
    this.#next = []
    this.wanted = []
  }

  /** Looks at a picture. @param {Question} question @returns {Answer} */
  answer({ id, shape, numbers }) {
    const network = this.#network(id)
    if (!(network >= 0) || this.#started(network, [{ shape, numbers }]) < 1) throw new RangeError(`${id} cannot run`)
    const lengths = Array.from(this.#lengths(0))
    return { shape: lengths, numbers: this.#numbers(0, lengths).slice() }
  }

  /** Notes the outputs for `wanted`. @param {Answer[]} answers */
  know(answers) {
    this.wanted.forEach(({ name }, place) => { this.#known.set(name, answers[place]) })
    this.wanted = []
  }

  /**
   * Takes the pictures that a network will look at, one after the other. Returns a failure if others have to look at
   * some of them first: `wanted`.
   */
  #prepare(memory, name, size, shape, pictures, data) {
    if (!this.isShared) return 0
    const id = new TextDecoder().decode(new Uint8Array(memory, name, size))
    const dimensions = Array.from(new Int32Array(memory, shape, 4))
    const length = dimensions.reduce((product, side) => product * side, 1)
    const questions = Array.from({ length: pictures }, (_, place) => {
      const numbers = new Float32Array(memory, data + 4 * length * place, length)
      return { id, name: nameOf(id, numbers), shape: dimensions, numbers }
    })
    this.#next = questions.map(({ name: picture }) => ({ id, answer: this.#known.get(picture) }))
    const wanted = questions.filter((_, place) => !this.#next[place].answer)
    // One alone is run when its turn comes.
    if (wanted.length < 2) return 0
    this.wanted = wanted.map((question) => ({ ...question, numbers: question.numbers.slice() }))
    this.#next = []
    return failure.unknown
  }

  /** The size of the memory, in bytes. */
  get bytes() {
    return this.#exports?.memory.buffer.byteLength ?? 0
  }

  /** Runs a network. Returns the count of its outputs, or a failure. */
  #run(memory, name, size, count, shapes, data) {
    const id = new TextDecoder().decode(new Uint8Array(memory, name, size))
    if (count > mostInputs) return failure.unfit
    // After a failure, outputs may be left that are not for this network.
    if (this.#next[0]?.id !== id) this.#next = []
    this.#last = this.#next.shift()?.answer
    if (this.#last) return 1
    try {
      const network = this.#network(id)
      if (network === undefined) return failure.unknown
      return network < 0 ? failure.unfit : this.#started(network, this.#inputs(memory, count, shapes, data))
    } catch (error) {
      // A module that stopped in the middle of its work, for lack of memory, cannot be used again.
      this.close()
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return failure.unfit
      throw error
    }
  }

  /** Views of the inputs of a run. */
  #inputs(memory, count, shapes, data) {
    const addresses = new Uint32Array(memory, data, count)
    const lengths = new Int32Array(memory, shapes)
    let place = 0
    return Array.from(addresses, (address) => {
      const shape = lengths.subarray(place + 1, place + 1 + lengths[place])
      place += 1 + shape.length
      if (shape.length > mostDimensions) throw new RangeError('too many dimensions')
      return { shape, numbers: new Float32Array(memory, address, shape.reduce((product, length) => product * length, 1)) }
    })
  }

  #started(network, inputs) {
    const { memory, networks_run: run } = this.#exports
    const addresses = inputs.map(({ numbers }) => this.#put(numbers))
    const shapes = inputs.flatMap(({ shape }) => [shape.length, ...shape])
    const scratch = new Int32Array(memory.buffer, this.#scratch, mostInputs * (mostDimensions + 2))
    scratch.set(addresses)
    scratch.set(shapes, mostInputs)
    return run(network, inputs.length, this.#scratch + 4 * mostInputs, this.#scratch)
  }

  /** Loads a network when it is first needed. Returns its number, or a failure; undefined if there is no such file. */
  #network(id) {
    if (!this.#exports) this.#open()
    if (!this.#loaded.has(id)) {
      const file = this.#read(id)
      if (!file) return undefined
      this.#loaded.set(id, this.#exports.networks_load(this.#put(file), file.length))
    }
    return this.#loaded.get(id)
  }

  #open() {
    // The module writes no files, and needs no secret numbers.
    const none = () => 0
    const { exports } = new WebAssembly.Instance(this.#module, {
      wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none, random_get: none },
    })
    exports._initialize?.()
    this.#exports = exports
    this.#scratch = exports.networks_take(mostInputs * (mostDimensions + 2))
  }

  /** Copies numbers or a file into the module's memory. @returns {number} its address */
  #put(data) {
    const address = this.#exports.networks_take(Math.ceil(data.byteLength / 4))
    if (address === 0) throw new RangeError('there is no memory left')
    new Uint8Array(this.#exports.memory.buffer, address, data.byteLength).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    return address
  }

  /** Writes the lengths of an output's dimensions. Returns their count. */
  #shape(memory, output, lengths) {
    const shape = this.#last?.shape ?? this.#lengths(output)
    new Int32Array(memory, lengths, shape.length).set(shape)
    return shape.length
  }

  #copy(memory, output, numbers) {
    const found = this.#last?.numbers ?? this.#numbers(output, this.#lengths(output))
    new Float32Array(memory, numbers, found.length).set(found)
  }

  /** The numbers of an output of the last run, in the module's memory. */
  #numbers(output, shape) {
    const count = shape.reduce((product, length) => product * length, 1)
    return new Float32Array(this.#exports.memory.buffer, this.#exports.networks_numbers(output), count)
  }

  /** The shape of an output of the last run. */
  #lengths(output) {
    const count = this.#exports.networks_shape(output, this.#scratch)
    return new Int32Array(this.#exports.memory.buffer, this.#scratch, count)
  }
}

/** A name that no other picture has: two sums (FNV-1a) of its bits. */
function nameOf(id, numbers) {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < bits.length; at += 1) {
    one = Math.imul(one ^ bits[at], 0x01000193)
    other = Math.imul(other ^ bits[bits.length - 1 - at], 0x5bd1e995)
  }
  return `${id} ${one} ${other}`
}
