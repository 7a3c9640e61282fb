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
/** @type {Networks | undefined} */
let networks
/** The network that was needed, but is not loaded. */
let missing
let rest

async function load() {
  const [module] = await Promise.all([fetched('wasm/networks.wasm').then((bytes) => WebAssembly.compile(bytes)), fetchGroup(groups[0])])
  networks = new Networks(module, (name) => {
    if (!files.has(name)) missing = name
    return files.get(name)
  })
  return started('count', (memory) => ({
    networks: networks.imports(memory),
    page: { progress: (fraction, stage) => tell(stages[stage], fraction) },
  }))
}

const fetchGroup = (names) => Promise.all(names.filter((name) => !files.has(name)).map(async (name) => {
  files.set(name, new Uint8Array(await fetched(`models/${name}.onnx`)))
}))

/** Counts, and counts again when networks were needed that had to be loaded. @param {() => Promise<object>} work */
async function around(work) {
  clearTimeout(rest)
  try {
    return await attempt(work)
  } finally {
    rest = setTimeout(() => networks?.close(), patience)
  }
}

async function attempt(work) {
  missing = undefined
  let answer, problem
  try {
    answer = await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problem = error
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
