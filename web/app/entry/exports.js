import { api } from '../api.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.entry

/**
 * Links that save the result as a file.
 *
 * @param {object} entry
 * @returns {{element: HTMLElement, showPicture: (isThere: boolean) => void}}
 */
export function exportLinks(entry) {
  const link = (href, text, isHidden = false) => h('a',
    { class: 'button-plain', href, download: '', hidden: isHidden }, icon('download'), text)
  const photo = link(api.history.annotatedURL(entry.id), texts.picture, true)
  const element = h('section', { class: 'entry-exports' },
    h('h2', {}, texts.exports),
    h('div', { class: 'button-row' },
      link(api.history.exportURL(entry.id, 'csv'), texts.csv),
      link(api.history.exportURL(entry.id, 'json'), texts.json),
      photo,
      !entry.isHere && h('a', { class: 'button-plain', href: api.history.reportURL(entry.id), target: '_blank', rel: 'noopener' }, icon('share'), texts.report)),
    entry.isHere && h('p', { class: 'hint' }, strings.here.noPicture),
    entry.kind === 'count' && h('details', { class: 'entry-marks' },
      h('summary', {}, texts.marks.title), h('p', { class: 'hint' }, texts.marks.hint),
      h('div', { class: 'button-row' },
        ...Object.entries(texts.marks.formats).map(([format, text]) => link(api.history.marksURL(entry.id, format), text)))))
  return { element, showPicture: (isThere) => { photo.hidden = !isThere || Boolean(entry.isHere) } }
}
