import { api } from '../api.js'
import { toast } from '../toast.js'

/** Sample photos that come with Espy, whose results are not added to the history. @type {WeakSet<File>} */
const samples = new WeakSet()

/** @param {File} file */
export const isSample = (file) => samples.has(file)

/**
 * Passes on the sample photo of a job.
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
