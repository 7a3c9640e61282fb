/** Texts of the page that lists what was found before. */
export const history = {
  filter: 'Show',
  kinds: { all: 'All', count: 'Counts', rack: 'Racks', shelf: 'Shelves' },
  search: {
    label: 'Find results', hint: 'Names, notes, codes', none: 'Nothing found',
    noneText: 'No result has these words in its name, its note or a code.',
  },
  clear: 'Clear…',
  more: 'Show more',
  total: { one: '{count} entry', other: '{count} entries' },
  days: { today: 'Today', yesterday: 'Yesterday', week: 'Last 7 days' },

  things: { one: '{count} thing', other: '{count} things' },
  vials: { one: '{count} vial', other: '{count} vials' },
  books: { one: '{count} book', other: '{count} books' },
  grid: '{rows} × {cols}',
  corrected: 'corrected',
  confirmedBy: 'checked by {by}',
  favorite: 'Favorite',
  favoriteOf: 'Favorite: {title}',
  deleteOf: 'Delete {title}',
  delete: 'Delete',

  deleted: 'Deleted “{title}”.',
  restored: '“{title}” is back.',
  tooLate: 'It is too late to bring “{title}” back.',
  nowFavorite: '“{title}” is a favorite, and is kept until you delete it.',
  noFavorite: '“{title}” is no longer a favorite.',

  empty: {
    title: 'Nothing here yet',
    text: 'What you count and read is kept here, on the computer that runs Espy: the result and, if the settings say so, a small copy of the photo.',
    count: 'Count something',
    rack: 'Read a rack',
    shelf: 'Look at a shelf',
  },
  emptyKind: {
    count: { title: 'No counts yet', text: 'Counts that you make will be kept here.' },
    rack: { title: 'No racks yet', text: 'Racks that you read will be kept here.' },
    shelf: { title: 'No shelves yet', text: 'Shelves that you look at will be kept here.' },
  },

  clearing: {
    title: { all: 'Clear the history?', count: 'Delete all counts?', rack: 'Delete all racks?', shelf: 'Delete all shelves?' },
    text: {
      one: 'There is one entry. Once deleted, it cannot be brought back.',
      other: 'There are {count} entries. Once deleted, they cannot be brought back.',
    },
    keepFavorites: 'Keep favorites',
    action: 'Delete',
    done: { one: 'One entry was deleted.', other: '{count} entries were deleted.' },
  },

  keys: {
    search: 'Find results',
    next: 'Next entry',
    previous: 'Previous entry',
    open: 'Open the entry',
    favorite: 'Make the entry a favorite, or no more',
    delete: 'Delete the entry',
  },
}
