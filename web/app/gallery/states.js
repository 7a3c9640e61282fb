import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { chooseFolder } from './folder-dialog.js'
import { addSamples } from './samples.js'
import { tagName } from './tag-names.js'
import { termsOf } from './terms.js'
import { indexing } from './texts.js'
import { galleryPath } from './descriptions.js'

const texts = strings.gallery.states
/** Number of tags offered if nothing was found. */
const WAYS = 8

/**
 * Shown if there is no library yet: how to create one.
 *
 * @param {{canAdd: boolean, canTrySamples: boolean}} state @param {() => void} added @param {() => void} [ask] asks for photos of this device
 */
export function noLibrary(state, added, ask) {
  const photos = ask && h('button', { class: state.canAdd ? 'button-plain' : 'button', type: 'button', onclick: ask }, icon('plus'), strings.gallery.sending.action)
  return messageState({ icon: 'gallery', title: texts.none.title,
    text: state.canAdd ? h('span', {}, texts.none.text, h('code', { class: 'state-command' }, 'espy gallery add ~/Pictures')) : texts.none.elsewhere,
    actions: [state.canAdd && folderForm(added), photos,
      state.canTrySamples && h('button', { class: 'button-plain', type: 'button', onclick: () => addSamples(added) }, icon('gallery'), strings.gallery.samples.action)].filter(Boolean) })
}

/** A form to add a folder; Espy reads only photos in folders added here. */
export function folderForm(added) {
  const input = h('input', { class: 'input', name: 'path', required: true, placeholder: texts.none.example,
    'aria-label': texts.none.path, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' })
  const submit = async (event) => {
    event.preventDefault()
    try {
      await api.gallery.addFolder(input.value.trim())
      added()
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
      input.focus()
    }
  }
  const choose = async () => {
    const path = await chooseFolder()
    if (!path) return
    input.value = path
    form.requestSubmit()
  }
  const form = h('form', { class: 'folder-form', onsubmit: submit },
    h('button', { class: 'button', type: 'button', onclick: choose }, icon('folder'), texts.none.choose), input,
    h('button', { class: 'button-plain' }, icon('plus'), texts.none.add))
  return form
}

/** Notices about folders that cannot be read, with advice. @param {object[]} folders */
export function folderNotices(folders) {
  // Samples of an earlier installation may be gone, which is no loss.
  return folders.filter(({ state, isSample }) => !isSample && !['ok', 'remote'].includes(state)).map(({ path, state }) => (
    h('div', { class: 'folder-notice', role: 'status' }, icon('folder'),
      h('p', {}, h('strong', {}, fill(texts.folder[state].title, { path })), ' ', texts.folder[state].text, ' ',
        h('a', { href: '/gallery/folders' }, texts.folders)))))
}

/** Shown instead of hidden photos, until the user asks for them. @param {() => void} show */
export function lockedState(show) {
  const { title, text, action } = strings.gallery.albums.locked
  return messageState({ icon: 'hidden', title, text, actions: [button(action, show, 'button')] })
}

/** Shown for an empty library; while photos may still come, it does not say so. @param {'coming' | 'halted' | 'empty'} state */
export const noPhotos = (state) => (
  messageState({ icon: 'gallery', ...(state === 'halted' ? indexing.halted : texts[state]), actions: state === 'coming' ? [h('span', { class: 'spinner' })] : [] }))

/**
 * Shown if nothing was found: names the words that match nothing on their own.
 *
 * @param {string} query @param {AbortSignal} signal
 */
export async function nothingFound(query, signal) {
  const terms = termsOf(query).filter((term) => term !== 'OR' && !term.startsWith('-')).slice(0, 6)
  const totals = terms.length > 1 ? await Promise.all(terms.map((term) => total(term, signal))) : [0]
  const guilty = terms.filter((_, index) => totals[index] === 0)
  const quoted = guilty.map((term) => fill(strings.shell.quote, { text: term.replaceAll('"', '') })).join(', ')
  const text = guilty.length > 0 ? fill(texts.nothing.words, { words: quoted }) : texts.nothing.together
  const tags = await api.gallery.facets('', { signal }).catch(() => [])
  const ways = tags.filter(({ kind }) => kind === 'tag').slice(0, WAYS).map(({ term, name }) => h('a', { class: 'filter', href: galleryPath(term) }, tagName(name)))
  return h('div', {}, messageState({ icon: 'search', title: texts.nothing.title, text: terms.length > 0 ? text : '',
    actions: [h('a', { class: 'button-plain', href: galleryPath('') }, texts.nothing.all)] }),
  h('div', { class: 'gallery-ways' }, h('p', { class: 'hint' }, texts.nothing.how), ways.length > 0 && h('p', {}, texts.nothing.try), h('div', { class: 'filters' }, ways)))
}

async function total(term, signal) {
  try {
    return (await api.gallery.photos({ q: term, limit: 1 }, { signal })).total
  } catch {
    return -1
  }
}
