import { language } from '../../language.js'
import { strings } from '../../strings.js'

const { inventory } = await import(`../../strings/${language}/inventory.js`)

/** The texts of the page that checks a shelf against a list, most of which only this page loads. */
export const texts = { ...strings.books.inventory, ...inventory }
