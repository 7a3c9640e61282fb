/** Warnings about the photo itself. The first one explains best why nothing was found. */
export const FLAWS = ['dark', 'bright', 'blurred']
