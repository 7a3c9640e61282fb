const photos = (count) => (count === 1 ? '1 photo' : `${count} photos`)
const range = ({ low, high }) => (low === high ? `${low}` : `${low} to ${high}`)

/** Texts of the table of several photos that are counted or read together. */
export const batch = {
  title: photos,
  hint: 'You may look at other pages of Espy meanwhile. Reloading or closing this window stops what still waits; what is done is '
    + 'in the history.',
  bar: 'How many photos are done',
  status: {
    busy: ({ done, all }) => `${done} of ${all} done`,
    end: (done, all) => (done === all ? `All ${photos(all)} are done.` : `${done} of ${photos(all)} are done.`),
    stopped: ({ done, all }) => `Stopped: ${done} of ${all} done`,
    failed: (failed, all) => `${failed} of ${all} failed`,
    lost: (lost) => `${photos(lost)} to be chosen again`,
  },
  /** What is read out now and then, and at the end. */
  said: {
    busy: ({ done, all, failed }) => `${done} of ${all} photos so far${failed ? `, ${failed} failed` : ''}.`,
    end: ({ done, all, failed, count }) => (
      `Finished: ${done} of ${all} photos, ${count} in total${failed ? `, ${failed} failed` : ''}.`),
  },
  /** After the sum of all photos. */
  sum: {
    count: (count) => (count === 1 ? 'thing' : 'things'),
    rack: (count) => (count === 1 ? 'vial' : 'vials'),
    shelf: (count) => (count === 1 ? 'book' : 'books'),
  },
  probably: ({ low, high }) => (low === high ? '' : `probably ${low} to ${high}`),
  range,
  stop: 'Stop',
  goOn: 'Go on',
  retryFailed: (failed) => `Try ${failed === 1 ? 'the failed one' : `the ${failed} failed`} again`,
  retry: 'Try again',
  retryOf: (name) => `Try ${name} again`,
  more: 'Add photos',
  missing: 'Choose the missing photos',
  known: (count) => `${photos(count)} ${count === 1 ? 'is' : 'are'} in the table already.`,
  export: { title: 'Save the table', csv: 'CSV', json: 'JSON', part: 'What is not done yet is marked in it.' },
  table: {
    caption: (count) => `${photos(count)} and what was found in them`,
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
    busy: ({ done, all }) => `${photos(all)} are being worked through: ${done} done.`,
    rest: ({ done, all }) => `Your table of ${photos(all)}: ${done} done.`,
    show: 'Show the table',
  },
  back: (count) => `Back to the ${count === 1 ? 'photo' : photos(count)}`,
  gone: {
    title: 'This table is no longer here',
    text: 'It is kept as long as its window is open, and until other photos take its place. What was found is in the history.',
    history: 'Look in the history', another: 'Choose photos',
  },
  keys: { next: 'Next photo', previous: 'Photo before', open: 'Open the photo', retry: 'Try the chosen photo again' },
}
