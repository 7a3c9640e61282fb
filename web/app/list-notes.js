import { h } from './dom.js'
import { fill } from './format.js'
import { strings } from './strings.js'

/**
 * Lists what was guessed or corrected in a list, one line each; nothing if there are no notes.
 *
 * @param {{kind: string, count?: number, sample?: string, text: string}[]} [notes] of the server
 */
export function listNotes(notes = []) {
  return notes.length > 0 && h('ul', { class: 'list-notes' }, notes.map((note) => h('li', {}, textOf(note))))
}

/** Kinds that these pages do not know yet are shown in the server's words. */
function textOf({ kind, count, sample, text }) {
  const forms = strings.lists.notes[kind]
  return forms ? fill(forms, { count: count ?? 0, sample: sample ?? '' }) : text
}
