import { language } from './language.js'

/** Every text that a person reads or hears on the pages, in the reader's language. `strings/en.js` tells its form. */
export const { strings } = await import(`./strings/${language}.js`)
