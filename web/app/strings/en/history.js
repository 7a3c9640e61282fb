/** Texts of the history page. */
export const history = {
  filter: 'Show',
  kinds: { all: 'All', count: 'Counts', rack: 'Racks', shelf: 'Shelves' },
  search: {
    label: 'Find results', hint: 'Names, notes, codes', none: 'Nothing found',
    noneText: 'No result has these words in its name, note or codes.',
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
  restored: '“{title}” was restored.',
  tooLate: '“{title}” can no longer be restored.',
  nowFavorite: '“{title}” is a favorite and stays until you delete it.',
  noFavorite: '“{title}” is no longer a favorite.',

  empty: {
    title: 'Nothing here yet',
    text: 'Your results are saved here, on the computer that runs Espy, with a small copy of the photo if the settings say so.',
    count: 'Count something',
    rack: 'Read a rack',
    shelf: 'Read a shelf',
  },
  emptyKind: {
    count: { title: 'No counts yet', text: 'Your counts will appear here.' },
    rack: { title: 'No racks yet', text: 'The racks you read will appear here.' },
    shelf: { title: 'No shelves yet', text: 'The shelves you read will appear here.' },
  },

  clearing: {
    title: { all: 'Clear the history?', count: 'Delete all counts?', rack: 'Delete all racks?', shelf: 'Delete all shelves?' },
    text: {
      one: 'This deletes one entry. You cannot undo it.',
      other: 'This deletes {count} entries. You cannot undo it.',
    },
    onlyFavorites: 'Nothing is deleted: all of them are favorites.',
    keepFavorites: { one: 'Keep the favorite', other: 'Keep {count} favorites' },
    action: 'Delete',
    done: { one: 'One entry was deleted.', other: '{count} entries were deleted.' },
  },

  keys: {
    search: 'Find results',
    next: 'Next entry',
    previous: 'Previous entry',
    open: 'Open the entry',
    favorite: 'Add the entry to or remove it from favorites',
    delete: 'Delete the entry',
  },
}
