import { language } from './language.js'

/** All texts of the app in the user's language. `strings/en.js` defines their structure. */
export const { strings } = await import(`./strings/${language}.js`)
