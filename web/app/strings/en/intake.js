/** Texts for choosing, taking and reviewing a photo. */
export const intake = {
  camera: 'Take a photo',
  choose: 'Choose a photo',
  hint: 'Or drop photos anywhere on this page, or paste one.',
  privacy: 'Photos stay on the machine that runs Espy.',
  drop: 'Drop the photo here',
  review: 'Is the photo sharp, and is everything in it?',
  photo: 'The photo {name}',
  unnamed: 'The photo you chose',
  pixels: '{width} × {height} pixels',
  another: 'Choose another',
  again: 'Take it again',
  cancel: 'Cancel',
  sending: 'Sending the photo…',
  preparing: 'Preparing the photo…',
  sent: '{share} sent',
  nothing: 'No photo was dropped or pasted.',
  retry: 'Try again',
  shrink: 'Make it smaller and continue',
  notShrunk: 'This browser cannot make the photo smaller.',
  problems: {
    'not-an-image': {
      title: 'This is not a supported image format',
      text: 'Supported: JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG. Save the picture as one of these, or take a photo of it.',
    },
    'too-large': {
      title: 'This photo is too large',
      text: 'Espy accepts files of up to {size}. A copy saved as JPEG is much smaller and works just as well.',
    },
    'too-many-pixels': {
      title: 'This photo has too many pixels',
      text: 'Espy takes photos of up to {pixels} million pixels.',
    },
    damaged: {
      title: 'This photo is damaged',
      text: 'Part of it is missing or unreadable. If you copied it from somewhere, copy it again.',
    },
    empty: {
      title: 'This file is empty',
      text: 'It may not have been copied completely. Choose another one.',
    },
    'photo-gone': {
      title: 'The photo is no longer available',
      text: 'Espy keeps uploaded photos only for a while. Please choose it again.',
    },
    unreachable: {
      title: 'The photo could not be sent',
      text: 'Espy cannot be reached. The photo is sent as soon as Espy answers again.',
    },
  },

  /** Notes on the origin of a picture, if it is unusual. */
  source: {
    pages: 'This file has {pages} pages. Page {page} was read.',
    page: 'Page {page}',
    frames: 'This is an animation with {frames} frames. The first one was read.',
    cut: 'The file is damaged: only {percent}% of the picture could be read. Copy it again if you can.',
    damaged: 'The file is damaged, so parts of the picture may be wrong. Copy it again if you can.',
  },
}
