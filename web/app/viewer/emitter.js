/** Handlers by event name. */
export class Emitter {
  #handlers = new Map()

  /** @param {string} name @param {(detail: any) => void} handler @returns {() => void} stops listening */
  on(name, handler) {
    const handlers = this.#handlers.get(name) ?? new Set()
    this.#handlers.set(name, handlers.add(handler))
    return () => handlers.delete(handler)
  }

  emit(name, detail) {
    for (const handler of this.#handlers.get(name) ?? []) handler(detail)
  }
}
