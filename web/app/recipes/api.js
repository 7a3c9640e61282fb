import { outer } from '../base.js'
import { askJSON } from '../api/request.js'

/** What the pages ask of the server about recipes. */
export const recipes = {
  /** @returns {Promise<{id: string, name: string, things: {one: string, several: string}}[]>} */
  list: async (options) => (await askJSON('GET', '/recipes', options)).recipes,
  /** @param {{name: string, photo: string, examples: object[], unlike?: object[], things?: object}} recipe */
  keep: (recipe) => askJSON('POST', '/recipes', { json: recipe }),
  /** What was put right in an entry becomes part of the recipe. @returns {Promise<{lesson: object}>} */
  teach: (name, entry) => askJSON('POST', `/recipes/${encodeURIComponent(name)}/lessons`, { json: { entry } }),
  /** Takes back what `teach` gave. */
  untaught: (name, lesson) => askJSON('DELETE', `/recipes/${encodeURIComponent(name)}/lessons?${new URLSearchParams(lesson)}`),
  /** @param {string} id */
  pictureURL: (id) => outer(`/api/v1/recipes/${encodeURIComponent(id)}/picture`),
}
