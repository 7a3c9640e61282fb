/** Texts of the page that reads racks. */
export const rack = {
  title: 'Rack',
  lead: 'Photograph a box of vials from straight above, or choose a photo.',
  reviewTitle: 'Read this box?',
  read: 'Read the box',

  progress: {
    title: 'Reading the box…',
    photo: 'The photo being read',
    bar: 'Progress',
    cancel: 'Cancel',
    cancelled: 'Cancelled.',
    /** By the server's name of the stage. */
    stages: {
      waiting: 'Waiting for other work to finish…',
      decoding: 'Preprocessing image…',
      reading: 'Detecting DataMatrix codes…',
      placing: 'Inferring grid positions…',
      judging: 'Checking wells without a code…',
      rereading: 'Rereading codes that were hard to read…',
      keeping: 'Saving the result…',
      done: 'Rendering annotations…',
    },
    gone: {
      title: 'This result is no longer available',
      text: 'Espy was restarted, or the result has expired. If it was saved, it is in the history.',
    },
    again: 'Read the photo again',
  },

  none: {
    title: 'No codes found',
    text: 'No DataMatrix codes detected. Try improving lighting or image focus.',
    dark: 'No DataMatrix codes detected. The photo is very dark: more light will help.',
    bright: 'No DataMatrix codes detected. The photo is overexposed: less light will help.',
    blurred: 'No DataMatrix codes detected. The photo is blurred: hold the camera still, and tap the box on the screen to focus.',
    advice: [
      'Move closer, so that the box fills the photo.',
      'Hold the camera still and straight above the box, and tap the box on the screen to focus.',
      'Turn off the flash, and avoid glare on the caps.',
      'Espy reads square DataMatrix codes, not QR codes or linear barcodes.',
    ],
    camera: 'Take another photo',
    choose: 'Choose a photo',
    photo: 'The photo in which nothing was found',
  },

  result: {
    title: '{rows} × {cols} box',
    list: 'Codes without positions',
    named: 'Container with {count} positions',
    unplaced: 'Wells unknown',
    again: 'Rescan',
  },

  /** Parts of the sentence that summarizes the box. */
  summary: {
    read: { one: '{count} vial read', other: '{count} vials read' },
    typed: { one: '{count} typed by hand', other: '{count} typed by hand' },
    unread: { one: '{count} not read', other: '{count} not read' },
    uncoded: { one: '{count} without code', other: '{count} without code' },
    empty: { one: '{count} empty', other: '{count} empty' },
    outside: { one: '{count} code outside the box', other: '{count} codes outside the box' },
    unplaced: 'wells unknown',
    comma: ', ',
    complete: 'Every code was read.',
    look: 'Every code was read. Please check the wells without one.',
    check: 'Please check the points listed here.',
    toCheck: '{count} to check',
    notes: { one: '{count} note', other: '{count} notes' },
    next: 'Next',
    nextLong: 'Go to the next well without a value',
    more: 'and {count} more',
  },

  /** Two taps on a photo that does not show where the box begins. */
  placing: {
    begin: 'Tap the first and last well',
    first: 'Tap the middle of well A1, the first well.',
    last: 'Now tap the middle of well {well}, the last well.',
    lastBare: 'Now tap the middle of the last well, in the opposite corner.',
    cancel: 'Cancel',
  },

  warnings: {
    title: 'To check',
    show: 'Show {well}',
    showOutside: 'Show',
    originUnknown: 'The photo shows no walls or empty wells, so Espy cannot tell where the box begins or which wells these are. '
      + 'Photograph the whole box with its rim, or tap its first and last well in this one.',
    turnUnknown: 'The codes do not show how the container is rotated, so the positions are unknown until you enter the rotation.',
    cornersDoNotFit: 'The wells you tapped do not fit the codes and the size of the box. Tap them again, or change the size.',
    largerThanGiven: 'The codes reach beyond the size you gave. The size they need is used instead.',
    noLattice: 'The codes form no rows and columns. They are listed in reading order.',
    fewCodes: 'Too few codes were read to tell how many wells lie between them.',
    movedToNeighbor: 'Two codes claim one well. {value} was moved to the free well next to it.',
    cellTaken: 'Two codes claim one well. {value} was left out of the box.',
    outsideGrid: '{value} is outside the grid. It may be the code of the box itself.',
    duplicate: '{value} is in more than one well.',
    dark: 'The photo is very dark. Wells that look empty may hold tubes; take it again with more light.',
    bright: 'The photo is overexposed. Wells that look empty may hold tubes; take it again with less light.',
    blurred: 'The photo is blurred. Wells that look empty may hold tubes; hold the camera still and take it again.',
    damagedPhoto: 'The photo’s file is damaged. The missing part was not read.',
    partOfSeveral: '{value} is part {part} of {parts} of a value that is split over several labels. The '
      + 'whole value needs all of them.',
    readerProgramming: '{value} is a command that sets up a barcode reader, not a value. Check the label.',
    unread: { one: 'One well has a code or a label that could not be read.', other: '{count} wells have a code or a label that could not be read.' },
    outsidePhoto: { one: 'The photo does not show one well, so it may hold a tube.', other: 'The photo does not show {count} wells, so they may hold tubes.' },
    covered: { one: 'Something covers a well, so it may hold a tube.', other: 'Something covers {count} wells, so they may hold tubes.' },
    mirrored: 'The codes are mirror images, so the photo is mirrored and the wells are on the wrong side. Turn off mirroring in the camera, '
      + 'or choose under “Type and orientation of the box” that the photo shows the box from below.',
    uncoded: { one: 'One well holds something without a code.', other: '{count} wells hold something without a code.' },
    other: 'Something in this result is uncertain.',
    one: 'a code',
  },

  size: {
    change: 'Rows and columns',
    changeBoth: 'Type and orientation of the box',
    noneFound: 'none found',
    unknown: 'unknown',
    short: '{rows} × {cols}',
    present: {
      seen: 'The photo shows {rows} rows and {cols} columns.',
      given: 'It was read with {rows} rows and {cols} columns, as you set.',
      occupied: 'The codes span {rows} rows and {cols} columns.',
      tolerance: 'The codes were grouped by distance into {rows} rows and {cols} columns.',
      unordered: 'The codes form no rows and columns.',
      named: 'The container has {cols} named positions.',
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
    gone: 'The photo is no longer available, so it cannot be read again. Take a new one.',
    named: 'How is the container rotated in the photo?',
    turn: 'Degrees clockwise',
    turnHint: 'Leave this empty to detect it from the pins.',
    turnSeen: 'rotation detected',
    turned: 'rotated by {turn}°',
    confirm: {
      title: 'Read the box again?',
      text: 'The values you typed belong to the current rows and columns and will be lost.',
      action: 'Read again',
    },
  },

  tabs: { label: 'Views of the box', image: 'Image', table: 'Table', grid: 'Grid', compare: 'Compare' },

  statuses: {
    read: 'read', typed: 'typed by hand', unread: 'not read', uncoded: 'no code', empty: 'empty', outside: 'outside the box',
    none: 'nothing seen',
  },
  /** Shown in the grid in a well without a value. */
  stands: { unread: 'not read', uncoded: 'no code', empty: '', none: '' },
  glyphs: { read: '✓', typed: '✎', unread: '!', uncoded: '–', empty: '', outside: '↗', none: '' },

  grid: {
    label: 'Wells of the box',
    hint: 'Move with the arrow keys, and press Enter to type a value.',
    corner: 'Row',
    legend: 'Legend of the grid',
    /** Heads rows and columns of a box whose wells are unknown. */
    unknown: '?',
    duplicate: '2×',
    isDuplicate: 'in more than one well',
    cell: '{name}, {value}, {status}',
    bare: '{name}, {status}',
    also: '{text}, also in {others}',
  },

  table: {
    label: 'Vials of the box',
    hint: 'In the CSV file, the first row and the first column are 0.',
    index: '#',
    row: 'Row',
    col: 'Col',
    value: 'Value',
    state: 'State',
    also: 'also in {others}',
    nothing: 'There are no vials to list.',
  },

  image: {
    label: 'The photo of the box, with a mark on each well',
    gone: {
      title: 'The photo is no longer stored',
      text: 'The table and the grid are complete without it. You can choose in the settings whether photos are saved with results.',
    },
    thumbnail: 'The box, small',
    number: '{index}: {value}',
    /** Instead of the name of a well, where wells are unknown. */
    counted: 'No. {number}',
    empty: 'EMPTY',
  },

  details: {
    label: 'The selected well',
    none: 'Select a well to see its full value.',
    type: 'Type the value',
    change: 'Change',
    remove: 'Remove',
    inPhoto: 'In the photo',
    inTable: 'Back to the table',
    inGrid: 'Back to the grid',
    inCompare: 'Back to the comparison',
    close: 'Clear the selection',
    also: 'Also in {others}',
    symbol: '{symbol} modules',
    corrected: { one: '1 error corrected', other: '{count} errors corrected' },
    hex: 'not plain text; shown in hexadecimal',
    was: 'Read from the code: {value}',
  },

  typing: {
    title: 'Value of {name}',
    field: 'Value',
    hint: 'Type what is printed on the vial, or use a hand scanner. The value is marked as typed by hand.',
    crop: 'Close-up of the vial in {name}',
    empty: 'Type a value first.',
    long: 'A value can have at most 1,000 characters.',
    control: 'The value contains unprintable characters.',
    same: 'The same value is in {others}. Save it only if that is right.',
    replaces: 'The code says “{value}”. What you type replaces it.',
    save: 'Save',
    next: 'Save and next',
    saved: '{name}: “{value}”, typed by hand.',
    removed: '{name}: the typed value was removed.',
  },

  saving: {
    waiting: 'Your changes are not saved yet, because Espy cannot be reached. They are saved as soon as it answers.',
    saved: 'Your changes are saved.',
    failed: 'Your last change could not be saved: {why}',
  },

  exports: {
    vials: 'vials',
  },

  /** The table of the whole box, in another system's format. */
  tableForm: {
    title: 'Table for another system',
    table: 'Format',
    order: 'Order of the wells',
    columns: 'Columns',
    columnsStart: 'rack,well=Position,code=Tube',
    columnsHint: 'rack,well=Position,code=Tube',
    words: 'Words for missing values',
    wordsHint: 'empty=No Tube,unread=NO READ',
    csv: 'CSV',
    xlsx: 'Excel (XLSX)',
    choices: {
      table: {
        lims: 'LIMS: all columns', fluidx: 'FluidX', visionmate: 'VisionMate', dp5: 'Ziath DP5', limber: 'Limber', traxcer: 'Traxcer',
        custom: 'Custom columns',
      },
      order: { rows: 'A1, A2, A3, …', columns: 'A1, B1, C1, …' },
    },
    hints: {
      lims: 'Box, well, row, column, code, state and date, with a header.',
      fluidx: 'A01,CODE with “No Tube” and “No Read”.',
      visionmate: 'LocationRow, LocationColumn, TubeCode.',
      dp5: 'row, column, barcode, decodeStatus.',
      limber: 'BOX,A1,CODE with “NO READ” for everything else.',
      traxcer: 'The box code in the first line, then Position and Tube ID.',
      custom: 'Any of rack, well, well0 (A01), letter, row, col, number, code, status and date; well=Position sets a title.',
    },
  },

  /** The box's own code. */
  code: {
    title: 'Box',
    none: 'Box without a code',
    change: 'Type the box code',
    question: 'Box code',
    field: 'Code',
    save: 'Save',
    saved: 'Box: “{code}”.',
  },

  /** The orientation of the box in the photo. */
  lying: {
    change: 'Corner of A1',
    question: 'Which corner of the photo is A1?',
    side: 'From which side was the photo taken?',
    below: 'The photo shows the box from below',
    andBelow: ', from below',
    hint: 'Rows and columns are updated at once. The values you typed are kept.',
    turned: 'A1 is now {view}.',
    corners: { 'top-left': 'top left', 'top-right': 'top right', 'bottom-left': 'bottom left', 'bottom-right': 'bottom right' },
  },

  /** Shown over the live camera. */
  live: {
    none: 'Hold the camera over the box',
    missing: { one: '{count} code missing', other: '{count} codes missing' },
    unsure: { one: 'Checking {count} code', other: 'Checking {count} codes' },
    all: { one: '{count} code read', other: 'All {count} codes read' },
  },

  compare: {
    hint: 'Compare the box with a list of wells and codes (CSV or XLSX), or with an earlier scan.',
    unkept: 'Only a result that is saved in the history can be compared.',
    choose: 'Choose a list…',
    last: 'Last scan of this box',
    noCode: 'The box has no code. Type it first.',
    other: 'Another scan…',
    list: 'a list',
    with: 'Compared with {what}',
    withScan: 'Compared with {what}, {date}',
    end: 'Stop comparing',
    before: 'Before',
    now: 'Now',
    scroll: '{title}, all wells',
    cell: '{name}: {text}',
    csv: 'Differences (CSV)',
    picture: 'Picture with differences',
    file: 'differences.{format}',
    otherBox: 'a box without a code',
    also: 'Also seen in {rack}, {well}.',
    agreeing: { one: '{count} as expected', other: '{count} as expected' },
    counts: {
      moved: { one: '{count} moved', other: '{count} moved' },
      missing: { one: '{count} missing', other: '{count} missing' },
      new: { one: '{count} new', other: '{count} new' },
      twice: { one: '{count} twice', other: '{count} twice' },
      elsewhere: { one: '{count} also in another box', other: '{count} also in another box' },
      unread: { one: '{count} not read', other: '{count} not read' },
    },
    /** Signs, so that differences are never shown by color alone. */
    signs: { moved: '→', missing: '×', new: '+', twice: '2', elsewhere: '↗', unread: '!', same: '', empty: '' },
    /** Shown above the well in the photo. */
    marks: { moved: 'MOVED', missing: 'MISSING', new: 'NEW', twice: 'TWICE', elsewhere: 'ELSEWHERE', unread: 'UNREAD' },
    differences: {
      moved: '{value} should be in {expected}, but is in {found}.',
      missing: '{value} is missing; it should be in {expected}.',
      new: '{value} is in {found}, but should not be in the box.',
      twice: '{value} is in {found}.',
      elsewhere: '{value} is in {found}, as expected.',
      unread: 'The code in {found} could not be read; it should be {value}.',
    },
    unreadBare: 'The code in {found} could not be read.',
  },

  gone: {
    title: 'This box is gone',
    text: 'It was deleted, or removed to make room for newer entries.',
    start: 'Read a box',
  },

  keys: {
    image: 'Show the image',
    table: 'Show the table',
    grid: 'Show the grid',
    compare: 'Compare the box',
    next: 'Go to the next well without a value',
    type: 'Type the value of the selected well',
    remove: 'Remove the typed value of the selected well',
    close: 'Clear the selection',
  },
}
