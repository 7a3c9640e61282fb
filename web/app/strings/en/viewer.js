/** The meaning of each style of mark. */
const styles = {
  main: 'counted', other: 'not counted', doubt: 'counted, uncertain', maybe: 'not counted, uncertain',
  added: 'added by hand',
  removed: 'removed by hand', read: 'read', unread: 'not read', uncoded: 'without code', empty: 'empty',
  outside: 'outside the box', typed: 'typed by hand',
  spine: 'book', spineLikely: 'probably a book', spineUnsure: 'possibly a book', confirmed: 'confirmed',
  bookCode: 'barcode of a book', otherCode: 'barcode, not of a book', textRegion: 'text',
}

/** Texts of the photo viewer. */
export const viewer = {
  role: 'photo viewer',
  help: 'Plus and minus zoom, 0 shows the whole photo. Arrow keys move the photo. Enter or N goes to the first box; '
    + 'then arrow keys go from box to box, N and P to the next and previous one, and Escape goes back to the photo.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole photo',
  none: 'Nothing is selected.',
  crosshair: '{across} across, {down} down',
  styles,
  show: 'Show {name}',
  /** Keys while the photo has the focus. */
  keys: {
    zoom: 'Zoom the photo in, out',
    fit: 'Show the whole photo',
    move: 'Move the photo, or go to the next box in that direction',
    walk: 'Next box, previous box',
    act: 'Select a box, act on it; while drawing, add a corner or a box',
    leave: 'Close the box',
    change: 'Make a box you added smaller, larger',
    back: 'Undo the last corner',
  },
}
