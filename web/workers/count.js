import { Networks } from './networks.js'
import { fetched, Refusal, serve, started, tell } from './module.js'

/* Counts things in the browser, in a worker: see module.js. */

/** As in CountProgress.Stage. */
const stages = ['detecting', 'embedding', 'clustering', 'searching', 'measuring', 'complete']
/** Networks that are loaded together: those for a first count, those that look for things like an example, and others. */
const groups = [
  ['espy-detector', 'espy-embedder'],
  ['stem', 'context', 'maps', 'example', 'find', 'propose', 'describe'].map((part) => `espy-seeker-${part}`),
  ['espy-outliner'],
]
/** How long the networks keep their memory when nothing is counted, in milliseconds. */
const patience = 30_000

/** The files of networks by their names. @type {Map<string, Uint8Array>} */
const files = new Map()
/** The most workers that look at parts of a photo beside this one; each needs memory for the network. */
const mostHelpers = 3

/** @type {Networks | undefined} */
let networks
/** @type {WebAssembly.Module | undefined} */
let module
/** Workers that look at parts of a photo, too. @type {Helper[]} */
let helpers = []
/** The network that was needed, but is not loaded. */
let missing
/** How far the count has been, so that counting again does not go back. */
let reached = 0
let rest

/** A worker that runs networks. */
class Helper {
  #thread = new Worker(new URL('beside.js', import.meta.url), { type: 'module' })
  #known = new Set()

  /** @param {import('./networks.js').Question} question @returns {Promise<import('./networks.js').Answer>} */
  answer(question) {
    const { id } = question
    const file = this.#known.has(id) ? undefined : files.get(id)
    this.#known.add(id)
    return new Promise((resolve, reject) => {
      this.#thread.onmessage = ({ data: { problem, ...answer } }) => (problem ? reject(new Error(problem)) : resolve(answer))
      this.#thread.onerror = () => reject(new Error('a worker stopped'))
      this.#thread.postMessage({ module, file, ...question })
    })
  }

  rest() {
    this.#thread.postMessage({ rest: true })
  }

  close() {
    this.#thread.terminate()
  }
}

async function load() {
  [module] = await Promise.all([fetched('wasm/networks.wasm').then((bytes) => WebAssembly.compile(bytes)), fetchGroup(groups[0])])
  networks = new Networks(module, (name) => {
    if (!files.has(name)) missing = name
    return files.get(name)
  }, 'Worker' in self && navigator.hardwareConcurrency > 1)
  return started('count', (memory) => ({
    networks: networks.imports(memory),
    page: {
      progress: (fraction, stage) => {
        if (fraction < reached) return
        reached = fraction
        tell(stages[stage], fraction)
      },
    },
  }))
}

/** Looks at the pictures that the count needs next, together with the helpers. */
async function lookTogether() {
  const { wanted } = networks
  const count = Math.min(mostHelpers, navigator.hardwareConcurrency - 1, wanted.length - 1)
  const answers = []
  let next = 0
  const take = async (look) => {
    while (next < wanted.length) {
      const place = next
      next += 1
      answers[place] = await look(wanted[place])
    }
  }
  try {
    while (helpers.length < count) helpers.push(new Helper())
    const others = helpers.slice(0, count).map((helper) => take((question) => helper.answer(question)))
    // Between two pictures, this worker hears which of the others is ready for another one.
    const own = async (question) => {
      await new Promise((resolve) => { setTimeout(resolve) })
      return networks.answer(question)
    }
    await Promise.all([...others, take(own)])
    networks.know(answers)
  } catch {
    // Browsers may refuse more workers, or memory for them: this one does it alone.
    for (const helper of helpers) helper.close()
    helpers = []
    networks.isShared = false
  }
}

const fetchGroup = (names) => Promise.all(names.filter((name) => !files.has(name)).map(async (name) => {
  files.set(name, new Uint8Array(await fetched(`models/${name}.onnx`)))
}))

/** Counts, and counts again when networks had to be loaded, or several workers had to look first. @param {() => Promise<object>} work */
async function around(work) {
  clearTimeout(rest)
  reached = 0
  try {
    return await attempt(work)
  } finally {
    networks?.forget()
    rest = setTimeout(() => {
      networks?.close()
      for (const helper of helpers) helper.rest()
    }, patience)
  }
}

async function attempt(work) {
  missing = undefined
  if (networks) networks.wanted = []
  let answer, problem
  try {
    answer = await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problem = error
  }
  if (problem && networks.wanted.length > 0) {
    await lookTogether()
    return attempt(work)
  }
  const group = groups.find((names) => names.includes(missing))
  if (group) {
    await fetchGroup(group)
    return attempt(work)
  }
  if (problem) throw problem
  // So that the next tap is fast, and works without a connection.
  if (!navigator.connection?.saveData) fetchGroup(groups.flat()).catch(() => {})
  return answer
}

serve({
  load, around,
  read: (exports, ...photo) => exports.espy_count(...photo),
  ask: (exports, ...text) => exports.espy_ask_count(...text),
  outline: () => undefined,
})
