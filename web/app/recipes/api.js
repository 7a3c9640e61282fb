import { outer } from '../base.js'
import { ask, askJSON } from '../api/request.js'

/** Requests to the server about recipes. */
export const recipes = {
  /** @returns {Promise<{id: string, name: string, things: {one: string, several: string}}[]>} */
  list: async (options) => (await askJSON('GET', '/recipes', options)).recipes,
  /** @param {{name: string, photo: string, examples: object[], unlike?: object[], things?: object}} recipe */
  keep: (recipe) => askJSON('POST', '/recipes', { json: recipe }),
  /** @param {object} change changed values; null removes a value. @returns {Promise<object>} the changed recipe */
  change: (id, change) => askJSON('PATCH', `/recipes/${encodeURIComponent(id)}`, { json: change }),
  delete: (id) => ask('DELETE', `/recipes/${encodeURIComponent(id)}`),
  /** Returns a complete recipe, for others to import. @returns {Promise<Blob>} */
  file: async (id) => (await ask('GET', `/recipes/${encodeURIComponent(id)}/file`)).blob(),
  /** @param {string} id */
  fileURL: (id) => `/api/v1/recipes/${encodeURIComponent(id)}/file`,
  /** Imports a recipe from a file. @param {Blob} file @param {string} [name] instead of the one in the file */
  take: (file, name) => askJSON('POST', `/recipes/import${name ? `?${new URLSearchParams({ name })}` : ''}`, { blob: file }),
  /** Teaches a recipe from the corrections of an entry. @returns {Promise<{lesson: object}>} */
  teach: (name, entry) => askJSON('POST', `/recipes/${encodeURIComponent(name)}/lessons`, { json: { entry } }),
  /** Undoes what `teach` did. */
  untaught: (name, lesson) => askJSON('DELETE', `/recipes/${encodeURIComponent(name)}/lessons?${new URLSearchParams(lesson)}`),
  /** @param {string} id */
  pictureURL: (id) => outer(`/api/v1/recipes/${encodeURIComponent(id)}/picture`),
}
