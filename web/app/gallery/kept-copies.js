/** The file to keep in each group of copies, by default the best. Of photos that are only similar, all are kept. */
export class Keeping extends EventTarget {
  #kept

  /** @param {{kind: string, photos: {width: number, height: number, bytes: number, paths: string[]}[]}[]} groups */
  constructor(groups) {
    super()
    this.#kept = new Map(groups.filter(({ kind }) => kind !== 'similar').map((group) => [group, bestOf(group)]))
  }

  /** Whether there is anything to choose. */
  has(group) {
    return this.#kept.has(group)
  }

  keeps(group, path) {
    return this.#kept.get(group) === path
  }

  keep(group, path) {
    this.#kept.set(group, path)
    this.dispatchEvent(new Event('change'))
  }

  /** Every choice: the file to keep, and its copies. @returns {{keep: string, files: string[]}[]} */
  get choices() {
    return [...this.#kept].map(([group, kept]) => this.choice(group, kept))
  }

  /** @param {object} group @param {string} keep the path of the file to keep */
  choice({ photos }, keep) {
    return { keep, files: photos.flatMap(({ paths }) => paths).filter((path) => path !== keep) }
  }

  /** The paths of all files that are not to be kept. */
  get others() {
    return this.choices.flatMap(({ files }) => files)
  }
}

/** The names that systems give to copies, in the languages of the pages: `copy.jpg`, `photo copy 2.jpg`, `photo (1).jpg`. */
const COPY = /(?:^|[\s_(-])(?:copy|kopie|copia)(?=[\s\d_.)-]|$)|\(\d+\)\.[^./\\]+$/i
const isCopy = (path) => COPY.test(path.split(/[/\\]/).at(-1))

/** Returns the path of the largest picture; of equal ones one that is not called a copy, and the shortest. */
function bestOf({ photos }) {
  const [best] = photos.toSorted((a, b) => b.width * b.height - a.width * a.height || b.bytes - a.bytes)
  return best.paths.toSorted((a, b) => isCopy(a) - isCopy(b) || a.length - b.length || (a < b ? -1 : 1))[0]
}
