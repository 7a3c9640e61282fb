import { serve, started, tell } from './module.js'

/* Reads boxes in the browser, in a worker: see module.js. */

/** As in RackProgress.Stage. */
const stages = ['reading', 'placing', 'judging', 'rereading', 'done']

serve({
  load: () => started('rack', () => ({ espy: { progress: (stage, fraction) => tell(stages[stage], fraction) } })),
  read: (exports, ...photo) => exports.espy_rack(...photo),
  ask: (exports, ...text) => exports.espy_ask(...text),
  outline: ({ outline }) => outline && Object.values(outline),
})
