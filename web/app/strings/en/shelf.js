const books = (count) => (count === 1 ? '1 book' : `${count} books`)
/** The sign stays with its number. */
const percent = (share) => `${Math.round(share * 100)}\u00a0%`

/** Texts of the page that looks at bookshelves. */
export const shelf = {
  title: 'Shelf',
  lead: 'Point a camera at a bookshelf, or choose a photo of one: Espy outlines every book and reads its spine.',
  review: 'Read this shelf?',
  read: 'Read the shelf',
  live: 'Live camera',

  progress: {
    title: 'Looking at the shelf…',
    photo: 'The photo that is being looked at',
    bar: 'How far it is',
    cancel: 'Cancel',
    cancelled: 'Cancelled.',
    /** By the stage that the server names. */
    stages: {
      waiting: 'Waiting for other work to end…',
      decoding: 'Opening the photo…',
      looking: 'Outlining the books…',
      reading: 'Reading the spines…',
      keeping: 'Keeping the result…',
      done: 'Drawing the outlines…',
    },
    gone: {
      title: 'This result is no longer here',
      text: 'Espy has been started anew since, or it was long ago. If it was kept, it is in the history.',
      history: 'Look in the history',
    },
  },

  gone: {
    title: 'This shelf is gone',
    text: 'It was deleted, or made room for newer ones.',
    history: 'Look in the history',
    start: 'Look at a shelf',
  },

  none: {
    title: 'No books found',
    text: 'Espy sees no spines in this photo.',
    dark: 'Espy sees no spines in this photo. It is very dark: more light will help.',
    advice: [
      'Show the spines from the front, one or two rows of the shelf at a time.',
      'Go so close that the letters can be read, and hold the camera level.',
      'Avoid glare on shiny covers.',
      'Books that lie with their pages to the front have no spine to be seen.',
    ],
    camera: 'Take another photo',
    choose: 'Choose a photo',
    photo: 'The photo in which nothing was found',
  },

  result: {
    title: books,
    headline: (count) => (count === 1 ? 'book' : 'books'),
    sentence: ({ count, read, unsure, illegible, codes }) => [
      read > 0 && `${read} read`, unsure > 0 && `${unsure} unsure`, illegible > 0 && `${illegible} not legible`,
      count - read - unsure - illegible > 0 && `${count - read - unsure - illegible} not read`,
      codes > 0 && (codes === 1 ? '1 bar code' : `${codes} bar codes`),
    ].filter(Boolean).join(', '),
    rows: (rows) => (rows === 1 ? 'on one shelf' : `on ${rows} shelves`),
    photo: 'The photo, with the outline of each book',
    photoGone: 'The photo is no longer kept, so it cannot be shown. Corrections still work.',
    again: 'New photo',
    saving: 'Saving…',
    kept: 'In the history',
    unkept: 'This result is not kept in the history. It is gone when this page is closed.',
    unkeptWhy: (why) => `This result could not be kept in the history: ${why} It is gone when this page is closed.`,
    unsaved: (why) => `Your corrections are not saved yet. ${why}`,
    undo: 'Undo',
    redo: 'Redo',
    add: 'Add a book',
    addHint: 'Draw a box around the book that was missed, or tap its middle. Arrow keys and Enter do the same.',
    lookHint: 'Tap a book to see more of it. Drag and pinch to move and zoom.',
    check: (count) => (count === 1 ? 'Check 1 book' : `Check ${books(count)}`),
    added: (count) => `Added. ${books(count)}.`,
    removed: (count) => `Deleted. ${books(count)}.`,
    restored: (count) => `It is back. ${books(count)}.`,
    confirmed: 'Confirmed.',
  },

  layers: { title: 'What is drawn on the picture', spines: 'Spines', text: 'Text', barcodes: 'Bar codes' },

  readings: {
    unread: 'not read', illegible: 'not legible', unsure: 'unsure', likely: 'probably read', read: 'read',
    typed: 'typed by hand',
  },
  states: { confirmed: 'confirmed', added: 'added by hand', removed: 'deleted' },
  /** How sure the text is. */
  textSure: (share) => (share >= 0.9 ? 'quite sure' : share >= 0.7 ? 'fairly sure' : 'unsure: please check'),
  /** How sure it is that this is one book. */
  spineSure: (share) => (share >= 0.9 ? 'surely one book' : share >= 0.8 ? 'probably one book' : 'perhaps one book'),
  share: percent,
  /** An unsure reading, as it stands in lists. */
  maybe: (text) => `${text} (?)`,
  noText: '–',
  describe: (book, text, state) => [`Book ${book.place + 1} on shelf ${book.row + 1}`, text, state].filter(Boolean).join(', '),
  describeCode: (value, kind) => `Bar code ${value}, ${kind}`,

  inspector: {
    title: 'Selected',
    book: (book) => (book.isRemoved ? 'Deleted book' : `Book ${book.place + 1}, shelf ${book.row + 1}`),
    crop: (text) => (text ? `The spine from near: ${text}` : 'The spine from near'),
    turn: 'Turn it round',
    text: 'What is printed on it',
    save: 'Save',
    back: (text) => (text ? `Back to “${text}”` : 'Back to what was read'),
    reading: 'Text',
    outline: 'Outline',
    isbn: 'ISBN',
    list: 'In your list',
    by: (title, author) => (author ? `${title}, by ${author}` : title),
    confirm: 'Confirm',
    unconfirm: 'No longer confirmed',
    remove: 'Delete',
    restore: 'Put it back',
    adjust: 'Change the outline',
    adjusted: 'Done with the outline',
    adjustHint: 'Drag the outline or its corners. On a keyboard, go to the photo: Shift and arrow keys move it, < and > change its size.',
    smaller: 'Smaller',
    larger: 'Larger',
    close: 'Close the book',
  },

  code: {
    title: 'Bar code',
    value: 'Number',
    kind: 'Kind',
    book: 'ISBN of a book',
    other: 'not a book',
    addOn: 'Add-on',
    symbologies: { ean13: 'EAN-13', ean8: 'EAN-8', upcA: 'UPC-A' },
  },

  list: {
    title: 'Books',
    label: 'Books of the shelf, row by row',
    row: 'Shelf',
    place: 'Place',
    text: 'Text',
    isbn: 'ISBN',
    state: 'State',
    show: (book) => (book.isRemoved ? 'Show the deleted book' : `Show book ${book.place + 1} on shelf ${book.row + 1}`),
    nothing: 'No book is outlined.',
  },
  codes: { title: 'Bar codes', label: 'Bar codes in the picture', value: 'Number', kind: 'Kind', show: (value) => `Show ${value}` },

  export: {
    title: 'Save and share',
    picture: 'Picture',
    table: 'CSV',
    json: 'JSON',
    share: 'Share',
    text: (count) => `${books(count)}, found with Espy`,
    gone: 'The photo is no longer kept, so there is no picture with outlines. CSV and JSON still work.',
    unkept: 'This result is not kept in the history, so it can only be saved as CSV or JSON.',
    failed: (why) => `This could not be saved. ${why}`,
    stem: 'spines',
  },

  camera: {
    title: 'Shelf, live',
    label: 'The picture of the camera, with the outline of each book',
    stop: 'Stop',
    keep: 'Keep this shelf',
    keeping: 'Taking the picture…',
    sending: 'Sending the picture…',
    failed: (why) => `The picture could not be sent. ${why}`,
    books: (count) => (count === 0 ? 'No book in view' : `${books(count)} in view`),
    list: 'Books in view',
    nothing: 'No book is in view.',
    panel: 'Chosen book',
    away: 'It is no longer in view.',
    reading: 'being read…',
    waiting: 'Espy is not answering just now. The outlines come back as soon as it does.',
    hint: 'Tap a book to see its spine from near.',
    place: (book) => `Book ${book.place + 1}, shelf ${book.row + 1}`,
  },

  /** What to do, by its advice, and why, by its cause. */
  guidance: {
    advice: {
      spineDetected: 'Hold it there: the books are seen well',
      holdSteady: 'hold the camera steady',
      moveCloser: 'move closer',
      straighten: 'hold the camera level',
      avoidGlare: 'change the angle a little',
      moreLight: 'add light',
      pointAtBooks: 'Point the camera at the spines of books',
    },
    cause: {
      blur: 'The picture is blurred',
      motion: 'The camera moves',
      distance: 'Too far away',
      tilt: 'The books lean',
      glare: 'Light glares on the spines',
      darkness: 'It is too dark',
      empty: '',
      clear: '',
    },
    /** What was measured, where a number helps. */
    measured: {
      distance: (value) => `the books are about ${Math.max(1, Math.round(value))} px wide`,
      tilt: (value) => `by ${Math.round(value)}°`,
    },
    line: (cause, measured, advice) => {
      const why = [cause, measured].filter(Boolean).join(measured?.startsWith('by') ? ' ' : ': ')
      return why ? `${why}; ${advice}.` : `${advice}.`
    },
  },

  keys: {
    undo: 'Undo the last change',
    redo: 'Do it again',
    check: 'Next book to check',
    checkBack: 'Previous book to check',
    next: 'Next book',
    previous: 'Previous book',
    edit: 'Type the text of the selected book',
    confirm: 'Confirm the selected book',
    remove: 'Delete the selected book',
    add: 'Add books, or no more',
    turn: 'Turn the spine round',
    photo: 'Go to the photo',
    list: 'Go to the list',
    layer: (name) => `Show or hide: ${name}`,
    again: 'New photo',
    live: 'Live camera',
    keep: 'Keep this shelf',
    stop: 'Stop the camera',
    letGo: 'Close the chosen book',
  },
}
