import { outer } from '../base.js'
import { ask, askJSON } from '../api/request.js'

/** What the pages ask of the server about recipes. */
export const recipes = {
  /** @returns {Promise<{id: string, name: string, things: {one: string, several: string}}[]>} */
  list: async (options) => (await askJSON('GET', '/recipes', options)).recipes,
  /** @param {{name: string, photo: string, examples: object[], unlike?: object[], things?: object}} recipe */
  keep: (recipe) => askJSON('POST', '/recipes', { json: recipe }),
  /** @param {object} change what is to be different; null takes a value away. @returns {Promise<object>} as it is then */
  change: (id, change) => askJSON('PATCH', `/recipes/${encodeURIComponent(id)}`, { json: change }),
  delete: (id) => ask('DELETE', `/recipes/${encodeURIComponent(id)}`),
  /** All of one, as others take it. @returns {Promise<Blob>} */
  file: async (id) => (await ask('GET', `/recipes/${encodeURIComponent(id)}/file`)).blob(),
  /** @param {string} id */
  fileURL: (id) => `/api/v1/recipes/${encodeURIComponent(id)}/file`,
  /** Takes one from a file. @param {Blob} file @param {string} [name] instead of what the file says */
  take: (file, name) => askJSON('POST', `/recipes/import${name ? `?${new URLSearchParams({ name })}` : ''}`, { blob: file }),
  /** What was put right in an entry becomes part of the recipe. @returns {Promise<{lesson: object}>} */
  teach: (name, entry) => askJSON('POST', `/recipes/${encodeURIComponent(name)}/lessons`, { json: { entry } }),
  /** Takes back what `teach` gave. */
  untaught: (name, lesson) => askJSON('DELETE', `/recipes/${encodeURIComponent(name)}/lessons?${new URLSearchParams(lesson)}`),
  /** @param {string} id */
  pictureURL: (id) => outer(`/api/v1/recipes/${encodeURIComponent(id)}/picture`),
}
