import { api } from '../api.js'
import { toast } from '../toast.js'

/** Photos that came with Espy: nobody wants to find them in the history. @type {WeakSet<File>} */
const samples = new WeakSet()

/** @param {File} file */
export const isSample = (file) => samples.has(file)

/**
 * Hands on the photo with which a person may try a job.
 *
 * @param {'count' | 'rack' | 'shelf'} job @param {AbortSignal} signal @param {(files: File[]) => void} take
 */
export async function trySample(job, signal, take) {
  try {
    const file = await api.sample(job, { signal })
    samples.add(file)
    take([file])
  } catch (error) {
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
  }
}
