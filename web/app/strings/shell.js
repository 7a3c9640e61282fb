/** Texts of what surrounds every page. */
export const shell = {
  name: 'Espy',
  navigation: 'Pages',
  pages: { count: 'Count', rack: 'Rack', shelf: 'Shelf', history: 'History', settings: 'Settings', pair: 'Pair this device' },
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  failed: 'This did not work',
  unreachable: 'No answer from Espy',
  notices: 'Notices',
  undo: 'Undo',
  saved: 'Saved',
  notFound: {
    title: 'No such page',
    text: 'Nothing is kept at this address.',
    home: 'Go to Count',
  },
  connection: {
    lost: 'No connection to Espy. Trying again…',
    retry: 'Try now',
    found: 'Connected to Espy again.',
  },
  update: { ready: 'Espy has been updated.', reload: 'Reload' },
  keys: {
    title: 'Keys',
    show: 'Show the keys',
    everywhere: 'On every page',
    then: 'then',
    or: 'or',
    /** The letters that follow `g`: settings have the S. */
    letters: { count: 'c', rack: 'r', shelf: 'b', history: 'h', settings: 's' },
    go: {
      count: 'Go to Count',
      rack: 'Go to Rack',
      shelf: 'Go to Shelf',
      history: 'Go to History',
      settings: 'Go to Settings',
    },
    undo: 'Undo what was done last',
    help: 'Show these keys',
    off: 'Single keys are turned off in the settings. Keys that do not type a letter still work.',
    names: {
      ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Delete: 'Del',
      Backspace: '⌫', Enter: 'Enter', ' ': 'Space',
    },
  },
}
