const storageKey = 'espy.language'

/** The available languages by tag, each with its native name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' }

const wanted = navigator.languages ?? [navigator.language]
const base = (tag) => tag.split('-')[0].toLowerCase()
const isKnown = (tag) => Object.hasOwn(languages, tag)

/** The user's choice in this browser: the tag of a language, or empty for the browser's preference. */
export const choice = {
  get language() {
    const chosen = localStorage.getItem(storageKey) ?? ''
    return isKnown(chosen) ? chosen : ''
  },

  set language(tag) {
    if (tag) localStorage.setItem(storageKey, tag)
    else localStorage.removeItem(storageKey)
  },
}

/** The language of the pages. */
export const language = choice.language || (wanted.map(base).find(isKnown) ?? 'en')

/** The same with the user's region if known, for numbers and dates. */
export const locale = wanted.find((tag) => base(tag) === language) ?? language
