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
      title: 'Espy may not use the camera',
      text: 'To allow it, press the sign beside the address of this page, set Camera to Allow, then try again. On a '
        + 'phone, the camera may also be turned off for the browser in the settings of the system.',
    },
    none: {
      title: 'No camera was found',
      text: 'Connect one and try again, or choose a photo that you already have.',
    },
    busy: {
      title: 'The camera is in use',
      text: 'Another app or another page holds it. Close that one, then try again.',
    },
    insecure: {
      title: 'No live view over this connection',
      text: 'Browsers show the camera only over a secure connection. Choose a photo, or take one with the camera app of '
        + 'a phone: that has its full resolution. Or start Espy with --tls.',
    },
    failed: {
      title: 'The camera could not be started',
      text: 'Try again, or choose a photo that you already have.',
    },
  },
}
