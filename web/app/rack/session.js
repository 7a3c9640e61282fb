import { api } from '../api.js'
import { UndoSession } from '../result/session.js'
import { Box } from './box.js'

/** One box that was read, with what a person types into it. Each value shows at once, and follows to the server by itself. */
export class RackSession extends UndoSession {
  kind = 'rack'

  /** @param {import('./screen.js').Reading} reading */
  constructor(reading) {
    super(reading, { corrections: new Box(reading.result, reading.corrections).corrections },
      { isEmpty: ({ values, rack }) => values.length === 0 && rack === undefined, toServer: (corrections) => corrections,
        fromServer: (kept) => new Box(reading.result, kept).corrections })
    this.result = reading.result
    this.shown()
    this.takeWaiting()
    this.on('unsaved', (error) => { if (!(error instanceof api.Unreachable)) this.#takeBack() })
    addEventListener('beforeunload', (event) => {
      if (this.saver.working || (this.isPending && api.connection.isLost)) event.preventDefault()
    }, { signal: this.saver.life.signal })
  }

  /** Whether something is not saved yet. */
  get isPending() {
    return this.saver.entry !== null && !this.saver.isKept
  }

  shown() {
    this.box = new Box(this.result, this.corrections)
  }

  /** What the server does not take is not shown either. */
  #takeBack() {
    this.now = this.saver.wanted = this.saver.kept
    this.past = []
    this.future = []
    this.shown()
    this.emit('change')
  }
}
