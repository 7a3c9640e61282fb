import { api } from '../api.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { ResultPage } from '../result/page.js'
import { strings } from '../strings.js'
import { addRackKeys } from './keys.js'
import { LyingChoice, lyings } from './orientation.js'
import { RackScreen } from './screen.js'
import { RackSession } from './session.js'
import { SizeChoice } from './size.js'

const texts = strings.rack

/** Reads the codes of a box of vials. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const page = new RackPage(root, context)
  addRackKeys(page, context)
  page.open()
  return () => page.close()
}

/** The page that reads racks. A box can be read again to replace an earlier result: `?from=` is its entry. */
class RackPage extends ResultPage {
  /** @param {HTMLElement} root @param {import('../router.js').Context} context */
  constructor(root, context) {
    const lying = new LyingChoice()
    const size = new SizeChoice({ hasSettings: !here.isAlone, onChange: () => {
      lying.view = lyings.of(size.kind)
      lying.hasCorners = !size.isNamed
    } })
    lying.view = lyings.of(size.kind)
    super(root, context, { kind: 'rack', texts, start: api.startRack, intake: {
      guide: 'square', live: () => optionsOf(size, lying), wishes: () => ({ options: optionsOf(size, lying) }),
      extra: h('details', { class: 'resize' }, h('summary', {}, texts.size.changeBoth), size.element, lying.element),
      texts: { title: texts.title, lead: texts.lead, review: texts.reviewTitle, action: texts.read },
    } })
    // From now on the server has the entry, and can do more with it.
    api.changes.addEventListener('sent', () => this.#reopen(), { signal: context.signal })
    api.containers({ signal: context.signal }).then(({ containers }) => size.offer(containers), () => {})
  }

  #reopen() {
    const { session } = this.screen ?? {}
    if (session?.saver.entry?.isHere && !session.isPending) this.openEntry(session.saver.entry.id)
  }

  isNothing(result) {
    return result.vials.length === 0 && result.outside.length === 0
  }

  /** @param {import('./screen.js').Reading} reading */
  show(reading) {
    const { entry, photo } = reading
    const reread = (wishes) => this.rerun({ photo, replaces: entry?.id, options: resized(reading, wishes) })
    this.leave()
    this.enter(new RackScreen(this.context, new RackSession(reading), reading, {
      again: () => this.photograph(), resize: reread,
      place: (corners) => reread({ grid: entry?.parameters?.grid, corners }), turned: (record) => this.#showTurned(record),
    }))
    this.screen.reveal()
    this.context.setTitle(entry?.title ?? texts.title)
  }

  /** Does nothing if another box is shown by now. */
  #showTurned(record) {
    if (!this.context.signal.aborted && this.screen?.session.saver.entry?.id === record.entry.id) this.show(record)
  }

  /** Puts the state of the page into the URL, with the open tab. */
  address(values) {
    const { query } = this.context
    const isSame = values.entry && values.entry === query.get('entry')
    super.address({
      ...values, tab: new URLSearchParams(location.search).get('tab'), well: isSame ? query.get('well') : null,
    })
  }
}

/** Returns the options for reading; the orientation is remembered for the next box of this kind. */
function optionsOf(size, { view }) {
  lyings.keep(size.kind, view)
  return { ...size.options, a1: view.a1, fromBelow: view.isFromBelow }
}

/** Returns the request to read a box again, with the same orientation and the code that the user entered. */
function resized({ entry, corrections }, wishes) {
  const view = entry?.parameters?.view
  return { ...wishes, rack: corrections?.rack, ...(view && { a1: view.a1, fromBelow: view.isFromBelow }) }
}
