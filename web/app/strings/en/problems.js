/** What went wrong, said to a person. */
export const problems = {
  unknown: 'Something went wrong. Please try again.',
  unreachable: 'Espy cannot be reached. Is it still running, and is this device on the same network?',

  /** By the kind that the server names. What is missing here is said in the server's own words. */
  of: {
    'not-an-image': 'This is not a supported image format; supported: JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG.',
    'too-large': 'This photo is too large to be sent.',
    'too-many-pixels': 'This photo has more pixels than Espy takes. A smaller copy of it will do.',
    damaged: 'This photo is damaged: a part of it is missing or cannot be read.',
    'photo-gone': 'The photo is no longer kept. Please choose it again.',
    'not-paired': 'This device is not paired with Espy.',
    'wrong-code': 'This is not the code that the computer shows now.',
    'too-many-tries': 'Too many wrong codes were tried. Please wait a minute, then try again.',
    'too-many-devices': 'No more devices can be paired. Remove one that is no longer used, in the settings of Espy.',
    'local-only': 'This can only be done on the computer that runs Espy.',
    'not-shared': 'Espy is not open to other devices. Start it with “espy serve --lan” for that.',
    busy: 'Espy has too much to do right now. Please try again in a moment.',
    'foreign-origin': 'Espy takes orders from its own pages only.',
    'wrong-host': 'Espy does not answer to this address.',
    'file-gone': 'The file of this photo cannot be read now. Its disk may be unplugged.',
    'not-found': 'This is not here, or no longer.',
    'internal-error': 'Something went wrong in Espy. Please try again.',
  },
}
