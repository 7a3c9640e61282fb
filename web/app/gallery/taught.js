import { api } from '../api.js'
import { button, iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { confirm } from '../shell/confirm.js'
import { toast } from '../toast.js'
import { tagQuery } from './tagging.js'
import { galleryPath } from './descriptions.js'
import { teach as texts } from './texts.js'

/** Minimum precision and recall for the verdicts good and fair. */
const GOOD = 0.8
const FAIR = 0.5

/** Describes how well a tag was learned: a verdict, its basis, and advice. @param {object} tag */
export function lessonWords({ precision, recall }) {
  const least = Math.min(precision, recall)
  const verdict = least >= GOOD ? 'good' : least >= FAIR ? 'fair' : 'poor'
  // Rounded down, so that it never looks better than it is.
  const tens = Math.floor(precision * 10 + 1e-9)
  const right = { 0: texts.right.none, 10: texts.right.all }[tens] ?? fill(texts.right, { count: tens })
  return { verdict: texts.verdicts[verdict], tried: fill(texts.tried, { right, found: Math.floor(recall * 10 + 1e-9) }),
    advice: verdict === 'good' ? '' : texts.advice }
}

/** Returns the same as elements. @param {object} tag @param {boolean} [isBrief] whether details are collapsed */
export function lessonElements(tag, isBrief = false) {
  const { verdict, tried, advice } = lessonWords(tag)
  const more = [h('p', { class: 'hint' }, tried), advice ? h('p', { class: 'hint' }, advice) : null]
  return [h('p', {}, h('strong', {}, verdict), ' · ', fill(texts.count, { count: tag.count })),
    isBrief ? h('details', { class: 'photo-print' }, h('summary', {}, texts.more), more) : more]
}

/** Forgets a tag after a confirmation. @param {object} tag @returns {Promise<boolean>} whether it was forgotten */
export async function forgetTag({ name, count }) {
  const { title, text, action } = texts.confirm
  if (!await confirm({ title: fill(title, { tag: name }), text: fill(text, { count }), action })) return false
  try {
    await api.gallery.forgetTag(name)
    toast(fill(texts.forgotten, { tag: name }))
    return true
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
    return false
  }
}

/** Lists all taught tags; nothing if there are none. @param {object[]} tags @param {() => void} changed */
export function taughtSection(tags, changed) {
  if (tags.length === 0) return null
  return h('section', { class: 'album-group' }, h('h2', {}, texts.list), h('ul', { class: 'taught-list' }, tags.map((tag) => (
    h('li', {}, h('div', { class: 'taught-head' }, h('a', { class: 'tag-name', href: galleryPath(tagQuery(tag.name)) }, tag.name),
      iconButton('trash', fill(texts.forget, { tag: tag.name }), async () => { if (await forgetTag(tag)) changed() })),
    lessonElements(tag, true))))))
}

/** Returns the actions available after a tag was taught. */
export function lessonActions(tag, { show, forget, close }) {
  return h('div', { class: 'dialog-actions' }, button(fill(texts.forget, { tag: tag.name }), forget),
    button(texts.show, show), button(texts.close, close, 'button'))
}
