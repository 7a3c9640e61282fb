import { Networks } from './networks.js'

/* Runs networks beside the worker that counts: a message is a `Question` with the module and the network's file. */

/** @type {Networks | undefined} */
let networks
const files = new Map()

self.addEventListener('message', ({ data: { module, file, rest, ...question } }) => {
  if (rest) return networks?.close()
  if (file) files.set(question.id, file)
  networks ??= new Networks(module, (name) => files.get(name))
  try {
    self.postMessage(networks.answer(question))
  } catch (error) {
    self.postMessage({ problem: String(error) })
  }
})
