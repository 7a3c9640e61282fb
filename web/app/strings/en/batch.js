/** Texts of the table of several photos that are counted or read together. */
export const batch = {
  title: '{photos}',
  hint: 'You may look at other pages of Espy meanwhile. Reloading or closing this window stops what still waits; what is done is '
    + 'in the history.',
  bar: 'How many photos are done',
  status: {
    busy: '{done} of {all} done',
    all: { one: 'The photo is done.', other: 'All {count} photos are done.' },
    end: '{done} of {photos} are done.',
    stopped: 'Stopped: {done} of {all} done',
    failed: '{failed} of {all} failed',
    lost: '{photos} to be chosen again',
  },
  /** What is read out now and then, and at the end. */
  said: {
    busy: '{done} of {photos} so far{failed}.',
    end: 'Finished: {done} of {photos}, {total} in total{failed}.',
    failed: { one: ', 1 failed', other: ', {count} failed' },
  },
  /** After the sum of all photos. */
  sum: {
    count: { one: 'thing', other: 'things' },
    rack: { one: 'vial', other: 'vials' },
    shelf: { one: 'book', other: 'books' },
  },
  probably: 'probably {low} to {high}',
  range: '{low} to {high}',
  stop: 'Stop',
  goOn: 'Go on',
  retryFailed: { one: 'Try the failed one again', other: 'Try the {count} failed again' },
  retry: 'Try again',
  retryOf: 'Try {name} again',
  more: 'Add photos',
  missing: 'Choose the missing photos',
  known: { one: '1 photo is in the table already.', other: '{count} photos are in the table already.' },
  export: { title: 'Save the table', csv: 'CSV', json: 'JSON', part: 'What is not done yet is marked in it.' },
  table: {
    caption: '{photos} and what was found in them',
    name: 'Photo', count: { count: 'Count', rack: 'Vials', shelf: 'Books' }, range: 'Range', state: 'State',
    total: 'Total', unnamed: 'Photo',
  },
  states: {
    waiting: 'Waiting', sending: 'Sending', working: { count: 'Counting', rack: 'Reading', shelf: 'Reading' }, done: 'Done',
    look: 'Check', failed: 'Failed', lost: 'Missing',
  },
  corrected: 'corrected by hand',
  lost: 'This window was loaded anew before its turn came. Choose the photo once more.',
  unreadable: 'The file cannot be read any more. It may have been moved or changed.',
  waitingIn: 'not done yet',
  /** By the word of the server; what is missing here is shown as that word. */
  warnings: {
    nothingFound: 'nothing found', dark: 'dark photo', tooMany: 'too many places look like a thing',
    undecided: 'something else may be meant', unlikeRecipe: 'not sure that it is what the recipe shows',
    originUnknown: 'corner A1 not sure', turnUnknown: 'turn not sure', cornersDoNotFit: 'corners tapped do not fit',
    largerThanGiven: 'larger than given', noLattice: 'no rows and columns seen',
    fewCodes: 'few codes', movedToNeighbor: 'codes moved to a neighbor', cellTaken: 'two codes in one well',
    outsideGrid: 'codes outside of the box', duplicate: 'a code twice', unread: 'wells not read',
    partOfSeveral: 'a code is only a part', readerProgramming: 'a code is no value', damagedPhoto: 'damaged photo',
  },
  /** On the first screen, while there is a table. */
  last: {
    busy: '{photos} are being worked through: {done} done.',
    rest: 'Your table of {photos}: {done} done.',
    show: 'Show the table',
  },
  back: { one: 'Back to the photo', other: 'Back to the {count} photos' },
  gone: {
    title: 'This table is no longer here',
    text: 'It is kept as long as its window is open, and until other photos take its place. What was found is in the history.',
    another: 'Choose photos',
  },
  keys: { next: 'Next photo', previous: 'Photo before', open: 'Open the photo', retry: 'Try the chosen photo again' },
}
