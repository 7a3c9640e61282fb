import { outer } from '../base.js'
import { ask, askJSON } from './request.js'
import { sendBytes } from './upload.js'

const root = '/gallery'
const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
const photo = (id) => `${root}/photos/${id}`
const tag = (id, name) => `${photo(id)}/tags/${encodeURIComponent(name)}`
const album = (id) => `${root}/albums/${encodeURIComponent(id)}`

/** The photo library. All searches take the text of the search box. */
export const gallery = {
  state: (options) => askJSON('GET', root, options),
  /** @param {{q?: string, offset?: number, limit?: number}} which */
  photos: (which, options) => askJSON('GET', `${root}/photos${query(which)}`, options),
  timeline: async (q, options) => askJSON('GET', `${root}/timeline${query({ q })}`, options),
  facets: async (q, options) => (await askJSON('GET', `${root}/facets${query({ q })}`, options)).facets,
  /** @param {string} q @param {number} at number of characters before the cursor @param {string} language the user's */
  suggestions: async (q, at, language, options) => (
    (await askJSON('GET', `${root}/suggestions${query({ q, at, language })}`, options)).suggestions),
  places: (q, options) => askJSON('GET', `${root}/places${query({ q })}`, options),

  /** Files being sent from this device to the library, each named by its SHA-256. */
  uploads: {
    /** Returns the files that are already there. @param {string[]} sums @returns {Promise<string[]>} */
    known: async (sums, options) => (await askJSON('POST', `${root}/uploads/known`, { ...options, json: { sha256: sums } })).known,
    /**
     * Announces an upload.
     *
     * @param {string} sum @param {{name: string, size: number, modified: number}} file
     * @returns {Promise<{offset: number, size: number, file?: object}>}
     */
    begin: (sum, file, options) => askJSON('PUT', `${root}/uploads/${sum}`, { ...options, json: file }),
    /** @param {string} sum @param {number} offset @param {ArrayBuffer} bytes @returns {Promise<{offset: number, size: number, file?: object}>} */
    append: (sum, offset, bytes, options) => sendBytes('PATCH', `${root}/uploads/${sum}?offset=${offset}`, bytes, options),
    giveUp: (sum) => ask('DELETE', `${root}/uploads/${sum}`),
  },
  /** Chooses the folder for files from devices. @param {string} path also `auto` or `none` */
  allowInbox: (path) => ask('PUT', `${root}/inbox`, { json: { path } }),

  details: (id, options) => askJSON('GET', photo(id), options),
  /** @param {{id: number, version: string}} photo */
  thumbnailURL: ({ id, version }) => outer(`/api/v1${photo(id)}/thumbnail.jpg?v=${version}`),
  coverURL: (id) => outer(`/api/v1${photo(id)}/thumbnail.jpg`),
  viewURL: (id, side = 2048) => outer(`/api/v1${photo(id)}/view.jpg?side=${side}`),
  videoURL: (id) => outer(`/api/v1${photo(id)}/video`),
  originalURL: (id) => outer(`/api/v1${photo(id)}/original`),

  /**
   * Returns the file of a photo, as if the user had chosen it.
   *
   * @param {{id: number, name: string}} photo @returns {Promise<File>}
   */
  original: async ({ id, name }, options) => {
    const blob = await (await ask('GET', `${photo(id)}/original`, options)).blob()
    return new File([blob], name, { type: blob.type })
  },

  addTag: (id, name) => ask('PUT', tag(id, name)),
  removeTag: (id, name) => ask('DELETE', tag(id, name)),
  /**
   * @param {{photos: number[], add?: string[], remove?: string[], takeBack?: string[]}} change
   * @returns {Promise<{undo: object[]}>} changes that undo this one when made one after the other
   */
  changeTags: (change) => askJSON('POST', `${root}/tags`, { json: change }),

  /**
   * @param {{photos: number[], rating: number | null}} change null restores the rating in the file
   * @returns {Promise<{undo: object[]}>} changes that undo this one when made one after the other
   */
  rate: (change) => askJSON('POST', `${root}/ratings`, { json: change }),

  taughtTags: async (options) => (await askJSON('GET', `${root}/taught`, options)).tags,
  /** Teaches a tag from photos that have it. @returns {Promise<object>} a job */
  teach: (name, photos, options) => askJSON('POST', `${root}/taught`, { ...options, json: { tag: name, photos } }),
  forgetTag: (name) => ask('DELETE', `${root}/taught/${encodeURIComponent(name)}`),

  albums: async (options) => (await askJSON('GET', `${root}/albums`, options)).albums,
  addAlbum: (name, q) => askJSON('POST', `${root}/albums`, { json: { name, query: q } }),
  /** @param {string} id @param {{name?: string, query?: string}} change */
  changeAlbum: (id, change) => askJSON('PATCH', album(id), { json: change }),
  removeAlbum: (id) => ask('DELETE', album(id)),

  /** Recognized people. Each change of them answers with the number that undoes it. */
  people: {
    /** @param {boolean} [hidden] whether to list those that the user hid, instead of the others */
    all: (hidden, options) => askJSON('GET', `${root}/people${query({ hidden: hidden || undefined })}`, options),
    one: (id, options) => askJSON('GET', `${root}/people/${id}`, options),
    turnOn: () => ask('POST', `${root}/people`, { json: { isOn: true } }),
    /** Switches recognition off, and deletes all that is known of people. */
    deleteAll: () => ask('DELETE', `${root}/people`),
    /** @param {number} id @param {{name?: string | null, isHidden?: boolean, cover?: number}} change one of these */
    change: async (id, change) => (await askJSON('PATCH', `${root}/people/${id}`, { json: change })).undo,
    /** @param {number[]} people @param {number} into who stays */
    merge: async (people, into) => (await askJSON('POST', `${root}/people/merge`, { json: { people, into } })).undo,
    undo: (number) => ask('POST', `${root}/people/undo`, { json: { undo: number } }),
    /** @param {{person?: number, offset?: number, limit?: number}} which without a person: other faces */
    faces: async (which, options) => (await askJSON('GET', `${root}/faces${query(which)}`, options)).faces,
    /** @param {{faces: number[], person?: number, newPerson?: string}} whose without both: not the person they are assigned to */
    assign: async (whose) => (await askJSON('POST', `${root}/faces`, { json: whose })).undo,
    faceURL: (id) => outer(`/api/v1${root}/faces/${id}/picture.jpg`),
  },

  duplicates: async (options) => (await askJSON('GET', `${root}/duplicates`, options)).groups,
  /**
   * Moves copies of a photo to the trash.
   *
   * @param {string} keep the path of the file that stays @param {string[]} files paths of its copies
   * @returns {Promise<{moved: object[], refused: {path: string, reason: string}[]}>} `moved` can be restored
   */
  trash: (keep, files) => askJSON('POST', `${root}/trash`, { json: { keep, files } }),
  /** Moves all files of photos to the trash. @param {number[]} photos */
  trashPhotos: (photos) => askJSON('POST', `${root}/trash`, { json: { photos } }),
  /** @param {object[]} files as `trash` returns them */
  restore: (files) => askJSON('POST', `${root}/trash/restore`, { json: { files } }),
  problems: async (options) => (await askJSON('GET', `${root}/problems`, options)).problems,

  addFolder: (path) => askJSON('POST', `${root}/folders`, { json: { path } }),
  /** Adds the sample photos that come with Espy, to an empty library only. */
  addSamples: () => askJSON('POST', `${root}/samples`),
  removeFolder: (id) => ask('DELETE', `${root}/folders/${id}`),
  /** @param {string} [path] */
  folderChoices: (path) => askJSON('GET', `${root}/folder-choices${path ? `?path=${encodeURIComponent(path)}` : ''}`),
  /** @param {{paused: boolean, now?: boolean}} wish */
  pace: (wish) => ask('POST', `${root}/indexing`, { json: wish }),
  eventsURL: outer(`/api/v1${root}/events`),

  exportURL: (q) => outer(`/api/v1${root}/export${query({ q })}`),
  /** @param {number[]} photos @returns {Promise<Blob>} */
  exported: async (photos) => (await ask('POST', `${root}/export`, { json: { photos } })).blob(),
}
