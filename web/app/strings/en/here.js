/** Texts about work done on this device, without a server. */
export const here = {
  privacy: 'Photos stay on this device.',
  lostRacks: 'Meanwhile, you can read boxes on this device.',
  lost: 'Meanwhile, you can count and read boxes on this device.',
  read: 'Read on this device',
  onlyHere: 'Espy cannot be reached. These results are stored on this device.',
  empty: 'Your results are saved here, in this browser, with their photos. Deleting the data of this site deletes them.',
  noPicture: 'The annotated picture and XLSX need Espy on a computer.',
  noMarks: 'Boxes for other programs need Espy on a computer.',
  looking: 'This device outlines the books and reads bar codes. Titles need Espy on a computer.',
  noTitles: 'Titles need Espy on a computer.',
  shelf: {
    tile: { example: 'live outlines', text: 'outline the books that the camera shows' },
    title: 'Point the camera at a shelf',
    text: 'This device outlines the books that the camera shows, and reads their bar codes. Photos of shelves, titles and lists of books need Espy on a computer.',
  },
  setting: {
    label: 'Count and read boxes on this device',
    hint: 'Photos of things and boxes, and what the live camera shows, are not sent to the computer that runs Espy; results stay in this browser until you turn this off.',
  },
  sending: {
    done: {
      one: '1 result made on this device was added to the history.',
      other: '{count} results made on this device were added to the history.',
    },
    refused: 'Espy refused “{title}”: {why} It stays on this device.',
  },
  needsServer: {
    title: 'This needs Espy on a computer',
    text: 'This page has no server. It counts things and reads boxes of vials on this device; recipes, titles of books and the gallery need “espy serve”.',
    rack: 'Read a box',
  },
  about: {
    text: 'These pages work without a server. Photos and results stay in this browser, and nothing is sent anywhere.',
    licenses: 'Licenses',
  },
}
