/** Texts of the table of several photos. */
export const batch = {
  title: '{photos}',
  hint: 'You can use other pages of Espy meanwhile. Reloading or closing this window stops the remaining photos; finished ones are '
    + 'in the history.',
  bar: 'Photos finished',
  status: {
    busy: '{done} of {all} done',
    all: { one: 'The photo is done', other: 'All {count} photos are done' },
    end: '{done} of {photos} done',
    stopped: 'Stopped: {done} of {all} done',
    failed: '{failed} of {all} failed',
    lost: 'Choose {photos} again.',
  },
  /** Announced by screen readers at intervals, and at the end. */
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
  range: '{low} to {high}',
  uncertain: 'uncertain',
  stop: 'Stop',
  goOn: 'Resume',
  retryFailed: { one: 'Retry the failed photo', other: 'Retry {count} failed photos' },
  retry: 'Try again',
  retryOf: 'Try {name} again',
  more: 'Add photos',
  missing: 'Choose the missing photos',
  known: { one: '1 photo is already in the table.', other: '{count} photos are already in the table.' },
  export: { title: 'Save the table', csv: 'CSV', json: 'JSON', part: 'Unfinished photos are marked in it.' },
  table: {
    caption: '{photos} and their results',
    name: 'Photo', count: { count: 'Count', rack: 'Vials', shelf: 'Books' }, range: 'Range', state: 'State',
    total: 'Total', unnamed: 'Photo',
  },
  states: {
    waiting: 'Waiting', sending: 'Sending', working: { count: 'Counting', rack: 'Reading', shelf: 'Reading' }, done: 'Done',
    look: 'Check', failed: 'Failed', lost: 'Missing',
  },
  corrected: 'corrected by hand',
  lost: 'The window was reloaded before this photo was processed. Choose the photo again.',
  unreadable: 'The file can no longer be read. It may have been moved or changed.',
  waitingIn: 'not done yet',
  /** By the server's name of the warning, which is shown if it is missing here. */
  warnings: {
    nothingFound: 'nothing found', dark: 'dark photo', bright: 'overexposed photo', blurred: 'blurred photo', tooMany: 'too many candidates',
    undecided: 'more than one way to count', onlyExamples: 'only the example was found', unlikeRecipe: 'may not match the recipe',
    originUnknown: 'corner A1 uncertain', turnUnknown: 'rotation uncertain', cornersDoNotFit: 'tapped corners do not fit',
    largerThanGiven: 'larger than the given size', noLattice: 'no rows and columns found',
    fewCodes: 'few codes', movedToNeighbor: 'code moved to the next well', cellTaken: 'two codes in one well',
    outsideGrid: 'codes outside the box', duplicate: 'duplicate code', unread: 'wells not read',
    outsidePhoto: 'box not fully in the photo', covered: 'wells covered', mirrored: 'mirrored photo', partOfSeveral: 'a code is one of several parts', readerProgramming: 'a code is a reader command', damagedPhoto: 'damaged photo',
  },
  /** On the start screen, if there is a table. */
  last: {
    busy: 'Working on {photos}: {done} done.',
    rest: 'Your table of {photos}: {done} done.',
    show: 'Show the table',
  },
  back: { one: 'Back to the photo', other: 'Back to the {count} photos' },
  gone: {
    title: 'This table is no longer available',
    text: 'A table lasts while its window is open, or until you start another one. The results are in the history.',
    another: 'Choose photos',
  },
  keys: { next: 'Next photo', previous: 'Previous photo', open: 'Open the photo', retry: 'Retry the selected photo' },
}
