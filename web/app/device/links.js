import { api } from '../api.js'
import { ask } from '../api/request.js'
import { saveBlob } from '../files.js'
import { toast } from '../toast.js'

/** Saves a file of the API that this device has. @param {string} path below `/api/v1` */
export async function saveFile(path) {
  try {
    const answer = await ask('GET', path)
    const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition')) ?? []
    saveBlob(await answer.blob(), name ?? path.split('/').pop())
  } catch (error) {
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
  }
}
