import { fill, formatPercent } from '../format.js'
import { strings } from '../strings.js'
import { counts, isDoubtful } from './corrections.js'
import { groupNumber } from './groups.js'
import { placeOf } from './marks.js'

const texts = strings.count

/** Returns a function that describes a mark for screen readers. @param {import('./session.js').CountSession} session */
export function describerFor(session) {
  return ({ id, label }) => {
    const { result, corrections } = session
    const index = placeOf(id)
    if (index === null) return fill(texts.mark.added, { number: label })
    const { confidence, cluster } = result.detections[index]
    return [
      label ? fill(texts.mark.found, { number: label }) : texts.mark.notCounted, fill(texts.mark.confidence, { share: formatPercent(confidence) }),
      fill(texts.mark.group, { number: groupNumber(result, cluster) }), isDoubtful(result, corrections, index) && texts.mark.doubtful,
    ].filter(Boolean).join(', ')
  }
}

/** Returns the columns of the equivalent table. @param {import('./session.js').CountSession} session */
export function columnsFor(session) {
  const found = (mark, of) => {
    const index = placeOf(mark.id)
    return index === null ? '' : of(session.result.detections[index], index)
  }
  return [
    { title: texts.table.number, text: ({ label }, index) => label || fill(texts.table.unnumbered, { index: index + 1 }) },
    { title: texts.table.state, text: (mark) => stateOf(session, mark) },
    { title: texts.table.confidence, text: (mark) => found(mark, ({ confidence }) => formatPercent(confidence)) },
    { title: texts.table.group, text: (mark) => found(mark, ({ cluster }) => String(groupNumber(session.result, cluster))) },
    { title: texts.table.place, text: ({ box }) => `${Math.round(box.x + box.width / 2)}, ${Math.round(box.y + box.height / 2)}` },
  ]
}

function stateOf({ result, corrections }, { id }) {
  const index = placeOf(id)
  if (index === null) return texts.inspector.added
  const state = counts(result, corrections, index) ? texts.inspector.counted : texts.inspector.notCounted
  return isDoubtful(result, corrections, index) ? `${state}, ${texts.mark.doubtful}` : state
}
