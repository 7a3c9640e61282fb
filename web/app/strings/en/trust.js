/** Texts of the page for making a device trust Espy's computer. */
export const trust = {
  lead: 'Your browser does not know the computer that runs Espy. Once it trusts it, the warning disappears, you can install Espy like '
    + 'an app, and its pages open even when the computer is off.',
  states: {
    checking: 'Checking whether this browser trusts it…',
    trusted: 'This browser trusts it. There is nothing left to do here.',
    installed: 'It worked: this browser trusts it now. You can install Espy like an app from the browser menu.',
    untrusted: 'This browser does not trust it yet. When you come back from the steps below, this line shows whether they worked.',
    plain: 'The connection is not encrypted, so there is nothing to trust. Start Espy with “espy serve --lan --tls” for that.',
    given: 'This Espy uses a certificate from elsewhere. Ask the person who set it up how devices can trust it.',
  },
  device: 'This device',
  devices: { ios: 'iPhone or iPad', android: 'Android', mac: 'Mac', windows: 'Windows', linux: 'Linux' },
  files: { profile: 'Download the profile', certificate: 'Download the certificate' },
  steps: {
    ios: [
      'Download the profile, and allow it when Safari asks.',
      'Open Settings. Tap “Profile Downloaded” at the top, then “Install”.',
      'In Settings, open General, About, Certificate Trust Settings, and turn on “{name}”.',
    ],
    android: [
      'Download the certificate.',
      'Open Settings, search for “CA certificate”, and tap it (usually under Security, More security settings, Encryption and credentials).',
      'Tap “Install anyway”, and choose the file espy.crt from your downloads.',
    ],
    mac: [
      'Download the certificate, and open it: Keychain Access adds it.',
      'There, open “{name}”, and choose “Always Trust” under Trust.',
      'Quit the browser, and open this page again. Firefox has a list of its own: Settings, Certificates, Authorities, Import.',
    ],
    windows: [
      'Download the certificate, open it, and choose “Install Certificate”.',
      'Place it in the store “Trusted Root Certification Authorities”.',
      'Quit the browser, and open this page again. Firefox has a list of its own: Settings, Certificates, Authorities, Import.',
    ],
    linux: [
      'Download the certificate.',
      'In Chromium, open Settings, Privacy and security, Security, Manage certificates, and import it for identifying websites. '
        + 'In Firefox, it is Settings, Certificates, Authorities, Import.',
      'Close the browser, and open this page again.',
    ],
  },
  compare: 'Before you turn it on, compare its SHA-256 fingerprint with the one that “espy serve” prints for the authority:',
  safety: 'It is valid only for private networks, so it cannot be used to fake a site on the internet. To undo this, '
    + 'delete it where you installed it.',
}
