/** Photos from the viewfinder, whose sharpness the user must check. @type {WeakSet<File>} */
const shots = new WeakSet()

/** @param {File} file */
export const markShot = (file) => shots.add(file)

/** @param {File} file */
export const isShot = (file) => shots.has(file)

/** Called when the user has looked at a photo and goes on with it. @param {File} file */
export const accept = (file) => shots.delete(file)
