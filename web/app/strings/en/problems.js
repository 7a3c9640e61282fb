/** Error messages for the user. */
export const problems = {
  unknown: 'Something went wrong. Please try again.',
  unreachable: 'Espy cannot be reached. Is it still running, and is this device on the same network?',

  /** By the server's kind of problem. If it is missing here, the server's message is shown. */
  of: {
    'changed-elsewhere': 'This photo was counted or read again elsewhere, so your corrections no longer fit. Reload the page.',
    'not-an-image': 'This is not a supported image format. Supported: JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG.',
    'too-large': 'This photo is too large to send.',
    'too-many-pixels': 'This photo has more pixels than Espy accepts. Use a smaller copy.',
    damaged: 'This photo is damaged: part of it is missing or unreadable.',
    'photo-gone': 'The photo is no longer stored. Please choose it again.',
    'not-paired': 'This device is not paired with Espy.',
    'wrong-code': 'This is not the code that the computer currently shows.',
    'too-many-tries': 'Too many wrong codes. Please wait a minute, then try again.',
    'too-many-devices': 'No more devices can be paired. Remove one you no longer use, in the settings of Espy.',
    'local-only': 'This can only be done on the computer that runs Espy.',
    'not-shared': 'Espy is not open to other devices. Start it with “espy serve --lan”.',
    busy: 'Espy is busy right now. Please try again in a moment.',
    'foreign-origin': 'Espy refused a request from another site.',
    'wrong-host': 'Espy does not accept requests at this address.',
    'file-gone': 'This photo’s file cannot be read right now. Its disk may be unplugged.',
    'not-found': 'Not found. It may have been deleted.',
    'internal-error': 'Something went wrong in Espy. Please try again.',
    'not-an-image-here': 'This browser cannot open the photo. Save it as JPEG or PNG.',
    'too-large-here': 'This photo is too large to be read on this device. Use a copy with at most 50 megapixels.',
    'reader-gone': 'Part of this app could not be loaded. Open this page once while you are connected.',
    'no-room-here': 'This browser has no room left. Delete results that you no longer need.',
    'needs-server': 'This needs Espy on a computer.',
    'list-not-text-here': 'On this device a list must be text in UTF-8, such as CSV.',
    'no-other-scan-here': 'There is no other scan to compare the box with.',
  },
}
