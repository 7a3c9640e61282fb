/** Texts of the page that pairs a phone or another device with Espy. */
export const pair = {
  intro: 'Espy lets in only devices that it knows. On the computer that runs it, open the settings, or look at the window where it was started: there is a code.',
  code: 'Code',
  codeHint: 'Eight letters and digits, such as K7QM-4X2P.',
  name: 'Name of this device',
  nameHint: 'By which you will know it in the list of devices.',
  action: 'Pair',
  working: 'Pairing…',
  empty: 'Please type the code that the computer shows.',

  names: { phone: 'Phone', tablet: 'Tablet', computer: 'Computer', iPhone: 'iPhone', iPad: 'iPad', android: 'Android phone' },

  done: {
    title: 'Paired',
    text: 'This device can now use Espy. It can be removed again in the settings.',
    announce: 'Paired.',
  },
  already: {
    title: 'This device is paired',
    text: 'There is nothing to be done.',
  },
  host: {
    title: 'No need to pair',
    text: 'This is the computer that runs Espy. To let in a phone, scan the code in the settings with it.',
    settings: 'Open the settings',
  },
  go: { count: 'Count something', rack: 'Read a rack', back: 'Go on' },
}
