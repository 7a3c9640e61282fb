/** Texts that the screens of all results have. */
export const result = {
  again: 'New photo',
  undo: 'Undo',
  redo: 'Redo',
  saving: 'Saving…',
  unkept: 'This result is not saved in the history. Closing this page discards it.',
  unkeptWhy: 'This result could not be saved in the history: {why} Closing this page discards it.',
  history: 'Look in the history',
  export: {
    title: 'Save and share',
    picture: 'Picture',
    table: 'CSV',
    json: 'JSON',
    share: 'Share',
    unkept: 'This result is not in the history, so it can only be saved as CSV or JSON.',
    failed: 'This could not be saved. {why}',
  },
  keys: {
    undo: 'Undo the last change',
    redo: 'Redo the last change',
    again: 'New photo',
  },
}
