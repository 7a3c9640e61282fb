import { fromServer as countCorrections } from '../count/corrections.js'
import { countFiles } from '../count/files.js'
import { withKeptKinds } from '../count/groups.js'
import { Box } from '../rack/box.js'
import { rackFiles } from '../rack/files.js'
import { ExportSheet } from '../result/exports.js'
import { booksOf } from '../shelf/books.js'
import { fromServer as shelfCorrections } from '../shelf/corrections.js'
import { shelfFiles } from '../shelf/files.js'

const files = {
  count: ({ corrections, ...record }) => countFiles({ ...record, ...withKeptKinds(record), corrections: countCorrections(corrections) }),
  rack: ({ result, corrections }) => rackFiles({ box: new Box(result, corrections ?? {}) }),
  shelf: ({ result, corrections }) => shelfFiles({ result, books: booksOf(result, shelfCorrections(corrections)) }),
}

/**
 * Exports the same files as the page of the result.
 *
 * @param {{entry: object, result: object, corrections?: object, photo?: string | null}} record
 * @param {() => import('../viewer/viewer.js').PhotoViewer | undefined} viewer of the photo with its marks
 */
export function exportsOf(record, viewer) {
  const session = { saver: record, photo: record.photo ?? null, saved: async () => true }
  return new ExportSheet(session, { ...files[record.entry.kind]({ ...record, saver: record }), get viewer() { return viewer() } })
}
