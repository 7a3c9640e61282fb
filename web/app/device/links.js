import { api } from '../api.js'
import { ask } from '../api/request.js'
import { outer } from '../base.js'
import { saveBlob } from '../files.js'
import { toast } from '../toast.js'
import { mayAnswer } from './place.js'

const root = outer('/api/v1/')

/** Files of the API that are linked to are saved also where this device has them, and no server. */
export function followLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]')
    const path = link && new URL(link.href).pathname.startsWith(root) && new URL(link.href)
    if (!path || event.defaultPrevented || !mayAnswer(`/${path.pathname.slice(root.length)}`)) return
    event.preventDefault()
    save(`/${path.pathname.slice(root.length)}${path.search}`)
  })
}

async function save(path) {
  try {
    const answer = await ask('GET', path)
    const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition')) ?? []
    saveBlob(await answer.blob(), name ?? path.split('/').pop())
  } catch (error) {
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
  }
}
