/** Texts of the page of settings. */
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
  hint: 'These are the settings of the computer that runs Espy. They are saved as you change them.',

  of: {
    'count.confidence': {
      label: 'Confidence',
      hint: 'How sure Espy must be that there is a thing. Lower finds more; higher finds less, and is wrong less often.',
    },
    'count.similarity': {
      label: 'Similarity',
      hint: 'How alike things must look to be counted together. Higher makes more and smaller groups.',
    },
    'count.filter.size': { label: 'Leave out odd sizes', hint: 'What is far smaller or larger than its neighbors is not counted.' },
    'count.filter.aspect': { label: 'Leave out odd shapes', hint: 'What is far longer or wider than the rest is not counted.' },
    'count.border': {
      label: 'Things cut by the border',
      hint: 'Of the photo, or of the region that you draw.',
      choices: { all: 'Count all of them', half: 'Count them if at least half is inside', whole: 'Count whole things only' },
    },
    'count.pipeline': {
      label: 'Way of counting',
      hint: 'Fixed steps are there for comparison with other programs.',
      choices: {
        auto: 'Automatic: adapt to the photo, or follow your example', adaptive: 'Adapt to the photo', seeker: 'Show one, find all',
        reference: 'Fixed steps',
      },
    },
    'count.detector': { label: 'Model that finds things', hint: 'Its name in “espy models list”.' },
    'count.embedder': { label: 'Model that tells kinds apart', hint: 'Its name in “espy models list”, or none.' },
    'rack.raw': { label: 'Values as they are in tables', hint: 'Without it, a value that a spreadsheet would run as a formula gets an apostrophe in front.' },
    'shelf.confidence': {
      label: 'Confidence for books', hint: 'How sure Espy must be that there is one whole spine, from 0 to 0.99. Lower outlines more.',
    },
    'shelf.text': { label: 'Read the spines', hint: 'Without it books are outlined only, which is faster.' },
    'shelf.language': { label: 'Languages of the spines', hint: 'By the names of Tesseract, the most frequent one first: eng, or eng+deu.' },
    'shelf.detector': {
      label: 'What finds the spines', hint: 'The trained way has the help of a network. Automatic takes it as far as the rollout says.',
      choices: { auto: 'Automatic', classical: 'Classical, without a model', trained: 'Trained', shadow: 'Both look, automatic is shown' },
    },
    'shelf.rollout': {
      label: 'Rollout of the trained detector', hint: 'How many of all installations take it on their own.',
      choices: { none: 'None', 5: '5 %', 25: '25 %', 50: '50 %', 100: 'All' },
    },
    'shelf.trained-off': { label: 'Never use the trained detector', hint: 'Whatever else is said.' },
    'shelf.rate': { label: 'Frames of a video', hint: 'Looked at in each second, at most; of effect on the command line.' },
    'shelf.telemetry': {
      label: 'Write down how well shelves are read',
      hint: 'Sizes and shapes of spines, how sure Espy is, how long it takes and what you correct: no pictures, no text, no '
        + 'codes. It stays on this computer, for 7 days or 10 MB; “espy shelf telemetry” shows and deletes it. Off, it stops at once.',
    },
    history: { label: 'Keep results in the history', hint: 'The result and a small picture of what was found are kept.' },
    'history-photos': {
      label: 'Photos in the history',
      hint: 'With a small copy, a result can still be looked at, corrected and counted again later. What the photo says of place '
        + 'and camera is not in it.',
      choices: { none: 'Keep none', small: 'Keep a small copy of at most 2,048 pixels' },
    },
    'history-photos-limit': {
      label: 'Room for photos, in MB', hint: 'When it is full, the oldest go first and those of favorites last. The results stay.',
    },
    threads: { label: 'Photos at the same time', hint: '0 lets Espy choose.' },
    progress: { label: 'Progress on the command line', hint: 'Of no effect on these pages.' },
  },

  photos: {
    none: 'No photos are kept with results.',
    room: { one: 'Photo of 1 result, {size}.', other: 'Photos of {count} results, {size}.' },
    action: 'Remove all photos',
    confirm: {
      title: 'Remove all kept photos?',
      text: 'The results stay, but they can no longer be looked at in the photo or corrected. There is no way back.',
      action: 'Remove',
    },
    done: { one: 'The photo of 1 result is removed.', other: 'The photos of {count} results are removed.' },
  },

  automatic: 'Let Espy choose',
  automaticValue: 'automatic',
  setElsewhere: 'Set by {source} when Espy was started. That goes before what you choose here.',
  saved: '{label}: saved',

  grid: {
    label: 'Rows and columns',
    choices: { auto: 'Work them out from the photo', size: 'The box has a known size', tolerance: 'Group by distance' },
    rows: 'Rows',
    cols: 'Columns',
    tolerance: 'Grid tolerance',
    toleranceHint: 'Adjust if vials end up in the wrong row or column: codes closer than this share one.',
    pixels: '{value} px',
    wrong: 'Between 1 and 64, please.',
  },
  dimension: {
    label: 'Longest side that is looked at',
    hint: 'Make it smaller if reading takes long on large photos.',
    whole: 'The whole photo',
    pixels: '{value} pixels',
  },

  reset: {
    action: 'Reset to defaults',
    done: 'All settings are back to their defaults.',
    undone: 'Your settings are back.',
  },

  language: { label: 'Language', hint: 'Of these pages, in this browser.', automatic: 'As in the browser' },
  singleKeys: { label: 'Single keys', hint: 'Keys such as “?” or “j” do something by themselves. Turn this off if you control this device by voice.' },

  sharing: {
    off: 'Espy answers this computer only. To use it from a phone, start it with',
    command: 'espy serve --lan',
    scan: 'Scan this with the camera of the phone, in the same network:',
    type: 'Or open {url} there, and type the code',
    qr: 'QR code that pairs a device',
    failed: 'The code cannot be shown now.',
    remote: 'More devices can be paired on the computer that runs Espy.',
    devices: 'Paired devices',
    none: 'No device is paired.',
    current: 'this device',
    seen: 'last here {date}',
    never: 'not here yet',
    revoke: 'Remove',
    revokeOf: 'Remove {name}',
    confirm: {
      title: 'Remove “{name}”?',
      text: 'It can then no longer use Espy, from now on, until it is paired again.',
      current: 'This is the device in front of you: it can no longer use Espy until it is paired again.',
      action: 'Remove',
    },
    revoked: '“{name}” is removed.',
    paired: 'A new device is paired: {name}.',
  },

  about: {
    version: 'Version',
    models: 'Models in use',
    detector: 'finds things',
    embedder: 'tells kinds apart',
    none: 'none',
    limits: 'Largest photo',
    limitsText: '{megabytes} MB, {megapixels} million pixels',
    connection: 'Connection',
    connections: {
      loopback: 'This computer only',
      lan: 'This computer and paired devices, encrypted',
      open: 'This computer and paired devices, not encrypted',
    },
    privacy: 'Photos and results stay on your own computer. Espy sends nothing anywhere.',
    documentation: 'Interface for programs (OpenAPI)',
    keys: 'Show all keys',
  },
}
