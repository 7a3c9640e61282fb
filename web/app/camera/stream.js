/** The reason why there is no picture. */
export class CameraError extends Error {
  /** @param {'denied'|'none'|'busy'|'insecure'|'failed'} kind */
  constructor(kind) {
    super(kind)
    this.kind = kind
  }
}

const kinds = {
  NotAllowedError: 'denied', SecurityError: 'denied', NotFoundError: 'none', OverconstrainedError: 'none',
  NotReadableError: 'busy', AbortError: 'busy',
}

/** Whether the browser allows a live picture on a page like this one. */
export function canShowLive() {
  return isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia)
}

/**
 * @param {string} [deviceId] default: the camera facing away from the user
 * @returns {Promise<MediaStream>} at the largest size the camera offers
 * @throws {CameraError}
 */
export async function openStream(deviceId) {
  if (!canShowLive()) throw new CameraError('insecure')
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false, video: { ...which, width: { ideal: 4096 }, height: { ideal: 3072 } },
    })
  } catch (error) {
    throw new CameraError(kinds[error.name] ?? 'failed')
  }
}

/** @param {MediaStream} [stream] */
export function stopStream(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** @returns {Promise<string[]>} the IDs of all cameras, in a fixed order */
export async function cameras() {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}
