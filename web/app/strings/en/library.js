/** The progress of the indexer. */
export const indexing = {
  label: 'Indexing',
  pause: 'Pause',
  resume: 'Resume',
  now: 'Index now',
  done: '{done} of {total} ({share}%)',
  rate: '{rate} per second',
  seconds: { one: 'a second left', other: '{count} seconds left' },
  minutes: { one: 'a minute left', other: '{count} minutes left' },
  hours: { one: 'an hour left', other: '{count} hours left' },
  failed: { one: 'one could not be read', other: '{count} could not be read' },
  trouble: 'New photos are not tagged: {reason}.',
  phases: { idle: 'All photos are indexed', scanning: 'Looking for photos', reading: 'Indexing photos', analyzing: 'Photos are listed; recognizing what they show', waiting: 'Waiting' },
  halted: { title: 'Waiting to look through the folders', text: 'Photos appear here once indexing continues.' },
  paused: {
    user: 'Indexing is paused.',
    heat: 'Indexing is paused until the computer has cooled down.',
    battery: 'Indexing is paused until the computer is plugged in.',
    load: 'Indexing is paused while the computer is busy.',
  },
}

/** Why a photo was found. */
export const reasons = {
  said: {
    'with someone': 'with someone', hidden: 'hidden',
    'file name': 'file name', folder: 'folder', title: 'title', description: 'description', camera: 'camera', 'text on it': 'text on it',
    code: 'code', 'a code on it': 'a code on it', blurred: 'blurred', dark: 'dark', rejected: 'rejected', 'no stars': 'no stars',
    'no face': 'no face', 'other photos show the same': 'other photos show the same', 'says where it was taken': 'says where it was taken',
    'a photo': 'a photo', 'a screenshot': 'a screenshot', 'a panorama': 'a panorama', 'a document': 'a document',
  },
  person: 'with {person}',
  color: 'color {name} {share}',
  taken: 'taken {date}',
  place: 'in {name}',
  away: '{distance} away',
  alike: 'similar {share}',
  likely: 'looks like {thing}, {share}',
  like: 'looks like {words} {share}',
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
