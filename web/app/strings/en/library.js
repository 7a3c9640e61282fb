/** Where photos from other devices go. */
export const inbox = {
  title: 'Photos from devices',
  folder: 'Photos that paired devices send are stored by year and month in',
  none: 'No photos are accepted from devices.',
  hint: 'Nothing in this folder is ever replaced, and only you delete photos.',
  elsewhere: 'You can change this on the computer that runs Espy.',
  choose: 'Choose a folder',
  use: 'Use this folder',
  refuse: 'Accept no photos',
  allow: 'Accept photos',
}

/** The choice of a folder. */
export const folderDialog = {
  title: 'Choose a folder',
  list: 'Folders',
  up: 'Back to {path}',
  photos: { one: '1 photo here; subfolders are included', other: '{count} photos here; subfolders are included' },
  cut: 'not all folders are shown',
  choose: 'Add this folder',
}

/** Tags that are taught by examples. */
export const teach = {
  title: 'Teach a tag',
  name: 'Name of the tag',
  examples: { one: 'The selected photo is the example.', other: 'The {count} selected photos are the examples.' },
  few: 'At least 5 examples are needed, including those of earlier lessons. 20 work much better.',
  enough: 'Similar photos are tagged automatically.',
  action: 'Teach',
  learning: 'Learning …',
  done: 'Espy learned “{tag}”',
  count: { one: 'One photo got the tag this way.', other: '{count} photos got the tag this way.' },
  tried: 'Tested on photos it did not learn from: of 10 photos it picks, {right}, and it finds {found} of 10 it should find.',
  right: { none: 'hardly any are right', one: 'at least {count} is right', other: 'at least {count} are right', all: 'all are right' },
  verdicts: { good: 'Works well', fair: 'Works fairly well', poor: 'Not reliable yet' },
  advice: 'To improve it, choose more examples in different light and from different sides, and teach the same tag again. If it picked a wrong photo, remove the tag: it learns from that, too. Photos that should have the tag but were not examples counted as wrong picks.',
  more: 'How it was tested',
  show: 'Show the photos',
  close: 'Done',
  forget: 'Forget “{tag}”',
  forgotten: '“{tag}” was forgotten.',
  list: 'Tags you taught',
  confirm: {
    title: 'Forget “{tag}”?',
    text: { one: 'It is removed from the one photo that has it, even if you added it by hand.', other: 'It is removed from all {count} photos that have it, even where you added it by hand.' },
    action: 'Forget',
  },
}

/** The map of places. */
export const map = {
  label: 'Map of the places where photos were taken',
  help: 'Arrow keys move the map, plus and minus zoom. All places are in the list below.',
  list: 'Places',
  total: { one: 'One photo has a place', other: '{count} photos have a place' },
  empty: { title: 'No places', text: 'None of these photos has a location.' },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all places',
  away: '{km} km from {name}',
  near: 'near {name}',
  city: '{name}, {country}',
  compass: { north: 'N', south: 'S', east: 'E', west: 'W' },
  between: ', ',
  note: 'Drawn on your own machine; no map is downloaded. Countries: Natural Earth. Cities: GeoNames, CC BY 4.0.',
}

/** Files that could not be read. */
export const problems = {
  none: { title: 'All files were read', text: 'Every photo in your folders could be read.' },
  path: 'File',
  reason: 'Reason',
}
