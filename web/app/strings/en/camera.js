/** Texts of the viewfinder. */
export const camera = {
  title: 'Take a photo',
  shutter: 'Take the photo',
  close: 'Close the camera',
  switch: 'Use another camera',
  torch: 'Light',
  starting: 'Starting the camera…',
  ready: 'The camera is ready. Space takes the photo.',
  guide: 'Fit the box into the square, and hold the camera straight above it.',
  native: 'Open the camera app',
  choose: 'Choose a photo',
  retry: 'Try again',
  problems: {
    denied: {
      title: 'Camera access is blocked',
      text: 'Press the icon next to this page’s address, set Camera to Allow, then try again. On a '
        + 'phone, the system settings may also block the camera for the browser.',
    },
    none: {
      title: 'No camera was found',
      text: 'Connect one and try again, or choose a photo that you already have.',
    },
    busy: {
      title: 'The camera is in use',
      text: 'Another app or page is using it. Close that one, then try again.',
    },
    insecure: {
      title: 'No live view over this connection',
      text: 'Browsers allow live camera access only over a secure connection. Choose a photo, or take one with the camera app of '
        + 'your phone, in full resolution. Or start Espy with --tls.',
    },
    failed: {
      title: 'The camera could not be started',
      text: 'Try again, or choose a photo that you already have.',
    },
  },
}
