import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill, formatPercent } from '../format.js'
import { strings } from '../strings.js'
import { counts, isDoubtful } from './corrections.js'
import { groupNumber, groupsOf } from './groups.js'
import { keyOf, placeOf } from './marks.js'
import { reasonsOf } from './doubt-reasons.js'
import { measuresOf, told, unitOf } from './sizes.js'

const texts = strings.count.inspector

/** Details of the selected box, and its actions. */
export class Inspector {
  /**
   * @param {import('./session.js').CountSession} session
   * @param {{resolve: (id: string, counts: boolean) => void, like: (id: string) => void, unlike: (id: string) => void,
   *   stretch: (factor: number) => void, close: () => void}} actions
   */
  constructor(session, actions) {
    this.session = session
    this.actions = actions
    this.element = h('section', { class: 'card inspector', 'aria-label': texts.title, hidden: true })
  }

  /** @param {string | null} id of the selected mark */
  show(id) {
    this.element.hidden = id === null
    if (id === null) return this.element.replaceChildren()
    const isAdded = keyOf(id) !== null
    const facts = isAdded ? [[texts.state, texts.added]] : this.facts(placeOf(id))
    this.element.replaceChildren(
      h('div', { class: 'inspector-head' }, h('h2', {}, this.title(id)), iconButton('close', texts.close, this.actions.close)),
      h('dl', { class: 'facts' }, facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
      h('div', { class: 'inspector-actions' }, isAdded ? this.addedActions(id) : this.foundActions(id)))
  }

  title(id) {
    const mark = this.session.marks.find((one) => one.id === id)
    const { found, notCounted } = strings.count.mark
    return mark?.label ? fill(found, { number: mark.label }) : notCounted
  }

  facts(index) {
    const { result, corrections } = this.session
    const { confidence, cluster, doubt, main } = result.detections[index]
    const isIn = counts(result, corrections, index)
    const byHand = corrections.settled.has(index) && isIn !== main
    const size = groupsOf(result).find(({ id }) => id === cluster).count
    const states = isIn ? [texts.counted, texts.added] : [texts.notCounted, texts.removed]
    const facts = [
      [texts.confidence, formatPercent(confidence)],
      [texts.group, fill(texts.groupOf, { number: groupNumber(result, cluster), count: size })],
      [texts.state, states[byHand ? 1 : 0]],
      ...sizeFacts(result, result.detections[index].size),
    ]
    if (!isDoubtful(result, corrections, index)) return facts
    const reasons = reasonsOf(result, index).map((reason) => strings.count.reasons[reason])
    return [...facts, [texts.doubt, [formatPercent(doubt), reasons.join(', ')].filter(Boolean).join(': ')]]
  }

  foundActions(id) {
    const { result, corrections, photo } = this.session
    const index = placeOf(id)
    const isIn = counts(result, corrections, index)
    const open = isDoubtful(result, corrections, index)
    return [
      (!isIn || open) && button(texts.count, () => this.actions.resolve(id, true)),
      (isIn || open) && button(texts.remove, () => this.actions.resolve(id, false)),
      photo && button(texts.like, () => this.actions.like(id)),
      photo && result.parameters.pipeline !== 'reference' && button(texts.unlike, () => this.actions.unlike(id)),
    ]
  }

  addedActions(id) {
    return [
      button(texts.smaller, () => this.actions.stretch(1 / 1.1)),
      button(texts.larger, () => this.actions.stretch(1.1)),
      button(texts.remove, () => this.actions.resolve(id, false)),
    ]
  }
}

function sizeFacts(result, size) {
  if (!size) return []
  const [{ length, width, area }, unit] = [measuresOf(result, size), unitOf(result)]
  const { sizes } = strings.count
  return [[texts.size, fill(sizes.size, { length: told(length), width: told(width), unit })], [texts.area, fill(sizes.area, { area: told(area), unit })]]
}
