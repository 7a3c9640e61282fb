import { strings } from '../strings.js'
import { counts, isDoubtful } from './corrections.js'
import { groupNumber } from './groups.js'
import { placeOf } from './marks.js'

const texts = strings.count

/** Makes what a screen reader says of a mark. @param {import('./session.js').CountSession} session */
export function describerFor(session) {
  return ({ id, label }) => {
    const { result, corrections } = session
    const index = placeOf(id)
    if (index === null) return texts.mark.added(label)
    const { confidence, cluster } = result.detections[index]
    return [
      texts.mark.found(label, Boolean(label)), texts.mark.confidence(confidence),
      texts.mark.group(groupNumber(result, cluster)), isDoubtful(result, corrections, index) && texts.mark.doubtful,
    ].filter(Boolean).join(', ')
  }
}

/** Columns of the table twin. @param {import('./session.js').CountSession} session */
export function columnsFor(session) {
  const found = (mark, of) => {
    const index = placeOf(mark.id)
    return index === null ? '' : of(session.result.detections[index], index)
  }
  return [
    { title: texts.table.number, text: ({ label }, index) => label || texts.table.unnumbered(index + 1) },
    { title: texts.table.state, text: (mark) => stateOf(session, mark) },
    { title: texts.table.confidence, text: (mark) => found(mark, ({ confidence }) => texts.similarity.value(confidence)) },
    { title: texts.table.group, text: (mark) => found(mark, ({ cluster }) => String(groupNumber(session.result, cluster))) },
    { title: texts.table.place, text: ({ box }) => texts.table.at(box) },
  ]
}

function stateOf({ result, corrections }, { id }) {
  const index = placeOf(id)
  if (index === null) return texts.inspector.added
  const state = counts(result, corrections, index) ? texts.inspector.counted : texts.inspector.notCounted
  return isDoubtful(result, corrections, index) ? `${state}, ${texts.mark.doubtful}` : state
}
