/** Texts of the page that reads racks. */
export const rack = {
  title: 'Rack',
  lead: 'Photograph a box of vials from straight above, or choose a photo of one.',
  reviewTitle: 'Read this box?',
  read: 'Read the box',

  progress: {
    title: 'Reading the box…',
    photo: 'The photo that is being read',
    bar: 'How far it is',
    cancel: 'Cancel',
    cancelled: 'Cancelled.',
    /** By the stage that the server names. */
    stages: {
      waiting: 'Waiting for other work to end…',
      decoding: 'Preprocessing image…',
      reading: 'Detecting DataMatrix codes…',
      placing: 'Inferring grid positions…',
      judging: 'Looking at wells without a code…',
      rereading: 'Looking again where a code was hard to read…',
      keeping: 'Keeping the result…',
      done: 'Rendering annotations…',
    },
    gone: {
      title: 'This result is no longer here',
      text: 'Espy has been started anew since, or it was long ago. If it was kept, it is in the history.',
      history: 'Look in the history',
    },
    again: 'Read the photo again',
  },

  none: {
    title: 'No codes found',
    text: 'No DataMatrix codes detected. Try improving lighting or image focus.',
    dark: 'No DataMatrix codes detected. The photo is very dark: more light will help.',
    advice: [
      'Go closer, so that the box fills the photo.',
      'Hold the camera still and straight above the box, and touch the screen where it is to focus.',
      'Turn the flash off, and avoid glare on the caps.',
      'Espy reads square DataMatrix codes, and no QR codes or barcodes with lines.',
    ],
    camera: 'Take another photo',
    choose: 'Choose a photo',
    photo: 'The photo in which nothing was found',
  },

  result: {
    title: '{rows} × {cols} box',
    list: 'Codes in no order',
    again: 'Rescan',
    kept: 'In the history',
    unkept: 'This result is not kept in the history. It is gone when this page is closed.',
    unkeptWhy: 'This result could not be kept in the history: {why} It is gone when this page is closed.',
    dark: 'The photo is very dark. More light makes for fewer unread codes.',
  },

  /** The parts of the sentence that sums the box up. */
  summary: {
    read: { one: '# vial read', other: '# vials read' },
    typed: { one: '# typed by hand', other: '# typed by hand' },
    unread: { one: '# not read', other: '# not read' },
    uncoded: { one: '# without code', other: '# without code' },
    empty: { one: '# empty', other: '# empty' },
    outside: { one: '# code outside the box', other: '# codes outside the box' },
    comma: ', ',
    complete: 'Everything that has a code was read.',
    look: 'Every code was read. Have a look at what has none.',
    check: 'Please check what is listed here.',
    next: 'Next',
    nextLong: 'Go to the next well without a value',
    more: 'and {count} more',
  },

  warnings: {
    title: 'To check',
    show: 'Show {well}',
    showOutside: 'Show',
    originUnknown: 'The photo does not show where the box begins: rows and columns count from the first code. There may '
      + 'be empty ones before it.',
    largerThanGiven: 'The codes reach further than the size that was given. The size that they need is used instead.',
    noLattice: 'The codes form no rows and columns. They are listed in the order of reading.',
    fewCodes: 'Too few codes were read to be sure how many wells lie between them.',
    movedToNeighbor: 'Two codes claim one well. “{value}” was put into the free well beside it.',
    cellTaken: 'Two codes claim one well. “{value}” is left out of the box.',
    outsideGrid: '“{value}” lies in no well of the box. It may be the code of the box itself.',
    duplicate: '“{value}” is in more than one well.',
    unread: { one: 'One well has a code or a label that could not be read.', other: '# wells have a code or a label that could not be read.' },
    uncoded: { one: 'One well holds something without a code.', other: '# wells hold something without a code.' },
    other: 'Something about this result is in doubt.',
    one: 'a code',
  },

  size: {
    change: 'Rows and columns',
    short: '{rows} × {cols}',
    present: {
      seen: 'The photo shows {rows} rows and {cols} columns.',
      given: 'It was read with {rows} rows and {cols} columns, as given.',
      occupied: 'The codes reach over {rows} rows and {cols} columns.',
      tolerance: 'The codes were grouped by their distance into {rows} rows and {cols} columns.',
      unordered: 'The codes form no rows and columns.',
    },
    question: 'How many rows and columns does the box have?',
    auto: 'Automatic',
    settings: 'As in the settings',
    sizes: ['5x5', '8x8', '9x9', '10x10', '8x12'],
    sizeText: '{rows} × {cols}',
    other: 'Other',
    rows: 'Rows',
    cols: 'Columns',
    distance: 'Group by distance',
    pixels: 'Pixels',
    apply: 'Read again',
    gone: 'The photo is no longer here, so it cannot be read again. Take a new one.',
    confirm: {
      title: 'Read the box again?',
      text: 'What you typed in belongs to the present rows and columns, and goes away.',
      action: 'Read again',
    },
  },

  tabs: { label: 'Ways to see the box', image: 'Image', table: 'Table', grid: 'Grid' },

  statuses: {
    read: 'read', typed: 'typed by hand', unread: 'not read', uncoded: 'no code', empty: 'empty', outside: 'outside the box',
    none: 'nothing seen',
  },
  /** What stands in a well of the grid that has no value. */
  stands: { unread: 'not read', uncoded: 'no code', empty: '', none: '' },
  glyphs: { read: '✓', typed: '✎', unread: '!', uncoded: '–', empty: '', outside: '↗', none: '' },

  grid: {
    label: 'Wells of the box',
    hint: 'Arrow keys move, Enter types a value.',
    corner: 'Row',
    legend: 'Signs in the grid',
    duplicate: '2×',
    isDuplicate: 'in more than one well',
    cell: '{name}, {value}, {status}',
    bare: '{name}, {status}',
    also: '{text}, also in {others}',
  },

  table: {
    label: 'Vials of the box',
    hint: 'In the CSV file rows and columns count from 0.',
    index: '#',
    row: 'Row',
    col: 'Col',
    value: 'Value',
    state: 'State',
    also: 'also in {others}',
    nothing: 'There is no vial to list.',
  },

  image: {
    label: 'The photo of the box, with a mark on each well',
    gone: {
      title: 'The photo is no longer here',
      text: 'The table and the grid are complete without it. The settings say whether photos are kept with results.',
    },
    thumbnail: 'The box, small',
    number: '{index}: {value}',
    empty: 'EMPTY',
  },

  details: {
    label: 'The chosen well',
    none: 'Choose a well to see its whole value.',
    type: 'Type in the value',
    change: 'Change',
    remove: 'Remove',
    inPhoto: 'In the photo',
    inTable: 'Back to the table',
    inGrid: 'Back to the grid',
    close: 'Choose no well',
    also: 'Also in {others}',
    symbol: '{symbol} modules',
    corrected: { one: '1 error corrected', other: '# errors corrected' },
    hex: 'no plain text: shown as hexadecimal digits',
    was: 'Read from the code: {value}',
  },

  typing: {
    title: 'Value of {name}',
    field: 'Value',
    hint: 'Type what is printed on the vial, or use a hand scanner. It is marked as typed by hand.',
    crop: 'The vial in {name}, from near',
    empty: 'Type a value first.',
    long: 'A value has at most 1,000 characters.',
    control: 'The value has characters that cannot be printed.',
    same: 'The same value is in {others}. Save it only if that is right.',
    replaces: 'The code says “{value}”. What you type takes its place.',
    save: 'Save',
    next: 'Save and next',
    saved: '{name}: “{value}”, typed by hand.',
    removed: '{name}: what was typed is removed.',
  },

  saving: {
    waiting: 'Your changes are not saved yet: Espy cannot be reached. They are saved as soon as it answers.',
    saved: 'Your changes are saved.',
    failed: 'Your last change could not be saved: {why}',
  },

  exports: {
    button: 'Save and share',
    csv: 'Table (CSV)',
    json: 'Everything (JSON)',
    picture: 'Picture (JPEG)',
    noPicture: 'The picture can only be made while Espy has the photo and keeps the result.',
    shareTable: 'Share the table',
    sharePicture: 'Share the picture',
    vials: 'vials',
  },

  gone: {
    title: 'This box is gone',
    text: 'It was deleted, or made room for newer ones.',
    history: 'Look in the history',
    start: 'Read a box',
  },

  keys: {
    image: 'Show the image',
    table: 'Show the table',
    grid: 'Show the grid',
    next: 'Go to the next well without a value',
    type: 'Type in the value of the chosen well',
    remove: 'Remove what was typed into the chosen well',
    close: 'Choose no well',
  },
}
