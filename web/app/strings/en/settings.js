/** Texts of the settings page. */
export const settings = {
  sections: {
    count: 'Counting',
    rack: 'Reading racks',
    shelf: 'Bookshelves',
    keep: 'History',
    advanced: 'More settings',
    device: 'On this device',
    sharing: 'Phones and other devices',
    about: 'About Espy',
  },
  hint: 'These settings apply to the computer that runs Espy. Changes are saved at once.',

  of: {
    'count.confidence': {
      label: 'Confidence',
      hint: 'How sure Espy must be before it counts a thing. Lower finds more; higher makes fewer mistakes.',
    },
    'count.similarity': {
      label: 'Similarity',
      hint: 'How much things must look alike to be counted together. Higher gives more and smaller kinds.',
    },
    'count.filter.size': { label: 'Exclude odd sizes', hint: 'Things much smaller or larger than their neighbors are not counted.' },
    'count.filter.aspect': { label: 'Exclude odd shapes', hint: 'Things much longer or wider than the rest are not counted.' },
    'count.border': {
      label: 'Things cut by the border',
      hint: 'At the border of the photo, or of the region you draw.',
      choices: { all: 'Count all of them', half: 'Count them if at least half is inside', whole: 'Count whole things only' },
    },
    'count.pipeline': {
      label: 'Counting method',
      hint: 'The fixed steps are for comparison with other programs.',
      choices: {
        auto: 'Automatic: adapt to the photo, or follow your example', adaptive: 'Adapt to the photo', seeker: 'Show one, find all',
        reference: 'Fixed steps',
      },
    },
    'count.detector': { label: 'Detection model', hint: 'Its name in “espy models list”.' },
    'count.embedder': { label: 'Embedding model', hint: 'Groups similar things. Its name in “espy models list”, or none.' },
    'rack.raw': { label: 'Raw values in tables', hint: 'If this is off, a value that a spreadsheet would run as a formula gets a leading apostrophe.' },
    'shelf.confidence': {
      label: 'Confidence for books', hint: 'How sure Espy must be that it sees one whole spine, from 0 to 0.99. Lower outlines more books.',
    },
    'shelf.text': { label: 'Read the spines', hint: 'If this is off, books are only outlined, which is faster.' },
    'shelf.language': { label: 'Languages of the spines', hint: 'Tesseract language codes, the most common first: eng, or eng+deu.' },
    'shelf.detector': {
      label: 'Spine detector', hint: 'The trained detector uses a neural network. Automatic uses it as far as the rollout allows.',
      choices: { auto: 'Automatic', classical: 'Classical, without a model', trained: 'Trained', shadow: 'Run both, show automatic' },
    },
    'shelf.rollout': {
      label: 'Use the trained spine detector', hint: 'On this share of installations if the spine detector is set to automatic.',
      choices: { none: 'None', 5: '5%', 25: '25%', 50: '50%', 100: 'All' },
    },
    'shelf.trained-off': { label: 'Never use the trained detector', hint: 'Overrides all other settings.' },
    'shelf.telemetry': {
      label: 'Record how well shelves are read',
      hint: 'Records sizes and shapes of spines, confidence, time taken and your corrections: no pictures, no text, no '
        + 'codes. It stays on this computer, for 7 days or 10 MB; “espy shelf telemetry” shows and deletes it. Turning this off stops it at once.',
    },
    history: { label: 'Save results in the history', hint: 'Saves the result and a small picture of what was found.' },
    'history-limit': {
      label: 'Counts in the history',
      hint: 'How many stay; the oldest are removed first. Favorites, racks and shelves are not limited.',
    },
    'history-photos': {
      label: 'Photos in the history',
      hint: 'With a small copy, you can view, correct and recount a result later. The copy does not tell where it was taken, '
        + 'or with which camera.',
      choices: { none: 'Save none', small: 'Save a small copy of at most 2,048 pixels' },
    },
    'history-photos-limit': {
      label: 'Space for photos, in MB', hint: 'When it is full, the oldest photos are removed first, and those of favorites last. The results stay.',
    },
    'shelf.catalog': {
      label: 'List of your books', hint: 'The file used to identify spines: CSV or XLSX with title, author and ISBN. none uses no list.',
    },
    'gallery.tagger': { label: 'Tagging model', hint: 'Its name in “espy models list”. none tags only colors and quality.' },
    'gallery.detector': {
      label: 'Detector for the gallery', hint: 'Finds 80 kinds of things, such as cups and cars. auto takes the largest one installed, none uses none.',
    },
    'gallery.classifier': {
      label: 'Classifier for the gallery', hint: 'Adds finer tags, such as the breed of a dog. auto takes the largest one installed, none uses none.',
    },
    'gallery.threshold': {
      label: 'Confidence for tags', hint: 'How sure Espy must be of a tag, from 0.05 to 0.99. auto uses the measured value of each tag.',
    },
    'gallery.language': {
      label: 'Languages of text in photos', hint: 'Tesseract language codes, the most common first: eng, or eng+deu. auto reads all it can, none reads no text.',
    },
    'gallery.faces': {
      label: 'File for finding faces', hint: 'A file of MediaPipe’s face detector. auto takes the installed one, none turns it off.',
    },
    'gallery.people': {
      label: 'Recognize people', hint: 'Groups the faces of the same person, and finds their photos by name. Everything stays on this machine.',
    },
    'gallery.meaning': {
      label: 'Search by meaning', hint: 'The CLIP model to use. auto takes the largest one installed, none searches only tags and text.',
    },
    'gallery.jobs': { label: 'Photos indexed at once', hint: '0 lets Espy choose.' },
    'gallery.max-load': {
      label: 'Pause indexing above this load', hint: 'Load per processor from other programs; 1 is one busy program. none never pauses.',
    },
    'gallery.wait-for-charger': { label: 'Index photos only while charging', hint: 'Otherwise indexing pauses when the battery is below 30%.' },
    'serve.port': { label: 'Port of the server', hint: 'Takes effect when Espy is started again. 0 picks a free port.' },
    threads: { label: 'Photos processed at once', hint: '0 lets Espy choose.' },
  },

  photos: {
    none: 'No photos are stored at the moment.',
    room: { one: 'The photo of 1 result is stored: {size}.', other: 'The photos of {count} results are stored: {size}.' },
    action: 'Remove all photos',
    confirm: {
      title: 'Remove all saved photos?',
      text: 'The results stay, but you can no longer view or correct them in the photo. You cannot undo this.',
      action: 'Remove',
    },
    done: { one: 'The photo of 1 result was removed.', other: 'The photos of {count} results were removed.' },
  },

  automatic: 'Let Espy choose',
  automaticValue: 'automatic',
  setElsewhere: 'Set by {source} when Espy was started. That overrides what you choose here.',
  saved: '{label}: saved',

  grid: {
    label: 'Rows and columns',
    choices: { auto: 'Detect them in the photo', size: 'The box has a known size', tolerance: 'Group by distance' },
    rows: 'Rows',
    cols: 'Columns',
    tolerance: 'Grid tolerance',
    toleranceHint: 'Adjust if vials end up in the wrong row or column: codes closer than this share one.',
    pixels: '{value} px',
    wrong: 'Enter a number from 1 to 64.',
  },
  dimension: {
    label: 'Longest side used for reading',
    hint: 'Reduce it if reading large photos takes long.',
    whole: 'The whole photo',
    pixels: '{value} pixels',
  },

  lowering: {
    title: 'Delete the oldest counts?',
    text: 'Counts beyond this limit: {count}. They are deleted for good, the oldest first; favorites stay.',
    action: 'Delete them',
  },
  reset: {
    action: 'Reset to defaults',
    done: 'All settings are back to their defaults.',
    undone: 'Your settings are restored.',
  },

  language: { label: 'Language', hint: 'For these pages, in this browser.', automatic: 'As in the browser' },
  singleKeys: { label: 'Single-key shortcuts', hint: 'Keys such as “?” or “j” work without a modifier key. Turn this off if you control this device by voice.' },

  sharing: {
    off: 'Only this computer can use Espy now. To use it from a phone, too, start it with',
    command: 'espy serve --lan',
    scan: 'Scan this with the phone’s camera, on the same network:',
    type: 'Or open {url} there, and type the code',
    qr: 'QR code that pairs a device',
    failed: 'The code cannot be shown right now.',
    remote: 'You can pair more devices on the computer that runs Espy.',
    open: 'Over this connection, phones cannot show a live picture, install the app, work offline or use the share menu. Start Espy with --tls for that.',
    devices: 'Paired devices',
    none: 'No devices are paired yet.',
    current: 'this device',
    seen: 'last used {date}',
    never: 'not used yet',
    revoke: 'Remove',
    revokeOf: 'Remove {name}',
    confirm: {
      title: 'Remove “{name}”?',
      text: 'It can no longer use Espy until it is paired again.',
      current: 'This is the device you are using. It can no longer use Espy until it is paired again.',
      action: 'Remove',
    },
    revoked: '“{name}” was removed.',
    paired: 'A new device was paired: {name}.',
  },

  about: {
    version: 'Version',
    models: 'Models in use',
    detector: 'detection',
    embedder: 'embedding',
    none: 'none',
    limits: 'Largest photo',
    limitsText: '{megabytes} MB, {megapixels} million pixels',
    connection: 'Connection',
    connections: {
      loopback: 'This computer only',
      lan: 'This computer and paired devices, encrypted',
      open: 'This computer and paired devices, not encrypted',
    },
    privacy: 'Photos and results stay on your computer. Espy sends nothing anywhere.',
    privacyMore: 'What is stored, and who can see it',
    privacyFacts: [
      ['What is stored',
        'Results with a small picture and a small copy of the photo, your corrections, notes and recipes, '
        + 'lists of books, the index of your photo folders, people in them once you turn that on, paired '
        + 'devices, settings. Your photo files are only read.'],
      ['Where',
        'In the data folder of the computer that runs Espy; “espy doctor” shows it. A phone only holds '
        + 'photos and results that were not sent yet.'],
      ['How long',
        'Counts until newer ones replace them, copies of photos until their space is full, photos you '
        + 'sent for an hour after their last use. Everything else until you delete it.'],
      ['How to remove it',
        'Delete results in the history; delete all photo copies here, under History; remove folders in '
        + 'the gallery; delete all data of people on its page People; revoke devices here. Deleted results '
        + 'can be restored for ten minutes.'],
      ['What leaves the computer', 'Nothing. Only “espy models install” opens a connection, and asks first.'],
      ['Who can see it',
        'You, anyone who uses a paired device, and the administrator of the computer. Without '
        + 'encryption, also anyone eavesdropping on the network.'],
    ],
    documentation: 'API for programs (OpenAPI)',
    keys: 'Show all keyboard shortcuts',
  },
}
