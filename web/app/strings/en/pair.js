/** Texts of the page for pairing a phone or another device. */
export const pair = {
  trust: { title: 'Trust this Espy', open: 'Trust this Espy on this device' },
  intro: 'Only paired devices can use Espy. On the computer that runs Espy, open the settings, or look at the window where it was started. You will find a code there.',
  code: 'Code',
  codeHint: 'Eight letters and digits, such as K7QM-4X2P.',
  name: 'Name of this device',
  nameHint: 'Shown in the list of devices.',
  action: 'Pair',
  working: 'Pairing…',
  empty: 'Type the code that the computer shows.',

  names: { phone: 'Phone', tablet: 'Tablet', computer: 'Computer', iPhone: 'iPhone', iPad: 'iPad', android: 'Android phone' },

  done: {
    title: 'Paired',
    text: 'This device can now use Espy. You can remove it in the settings.',
    announce: 'Paired.',
  },
  already: {
    title: 'This device is paired',
    text: 'There is nothing to do.',
  },
  host: {
    title: 'No need to pair',
    text: 'This is the computer that runs Espy. To pair a phone, use it to scan the code in the settings.',
    settings: 'Open the settings',
  },
  go: { count: 'Count something', rack: 'Read a rack', back: 'Continue' },
}
