/** Texts that the screens of all results have. */
export const result = {
  again: 'New photo',
  undo: 'Undo',
  redo: 'Redo',
  saving: 'Saving…',
  unkept: 'This result is not kept in the history. It is gone when this page is closed.',
  unkeptWhy: 'This result could not be kept in the history: {why} It is gone when this page is closed.',
  history: 'Look in the history',
  export: {
    title: 'Save and share',
    picture: 'Picture',
    table: 'CSV',
    json: 'JSON',
    share: 'Share',
    unkept: 'This result is not kept in the history, so it can only be saved as CSV or JSON.',
    failed: 'This could not be saved. {why}',
  },
  keys: {
    undo: 'Undo the last change',
    redo: 'Do it again',
    again: 'New photo',
  },
}
