import { api } from '../api.js'
import { UndoSession } from '../result/session.js'
import { Box } from './box.js'

/** One box with the values that the user types in. Each value shows immediately, and is sent automatically. */
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

  /** Whether anything is not saved yet. */
  get isPending() {
    return this.saver.entry !== null && !this.saver.isKept
  }

  shown() {
    this.box = new Box(this.result, this.corrections)
  }

  /** Removes values that the server does not accept. */
  #takeBack() {
    this.now = this.saver.wanted = this.saver.kept
    this.past = []
    this.future = []
    this.shown()
    this.emit('change')
  }
}
