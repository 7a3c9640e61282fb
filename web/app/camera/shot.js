import { markShot } from './shots.js'

/** Time after which a photo from the camera is no longer expected, in milliseconds. */
const patience = 4000

/**
 * Takes a photo at the camera's full resolution, or the current frame if the browser cannot do that.
 *
 * @param {HTMLVideoElement} video the playing video
 * @param {MediaStreamTrack} track
 * @param {boolean} isSure whether no one has to check it first
 * @returns {Promise<File>}
 */
export async function takeShot(video, track, isSure) {
  const photo = await fullPhoto(track) ?? await frameOf(video)
  const ending = photo.type === 'image/png' ? 'png' : 'jpg'
  const file = new File([photo], `photo-${stamp(new Date())}.${ending}`, { type: photo.type })
  if (!isSure) markShot(file)
  return file
}

async function fullPhoto(track) {
  if (!('ImageCapture' in window) || track.readyState !== 'live') return null
  try {
    const capture = new ImageCapture(track)
    const { imageWidth, imageHeight } = await capture.getPhotoCapabilities()
    const most = imageWidth?.max ? { imageWidth: imageWidth.max, imageHeight: imageHeight.max } : {}
    return await within(patience, capture.takePhoto(most))
  } catch {
    // Some cameras advertise photos but take none.
    return null
  }
}

function within(milliseconds, work) {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds, null))])
}

function frameOf(video) {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d').drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no frame'))), 'image/jpeg', 0.95)
  })
}

/** Local time, as in 2026-02-20_143022. */
function stamp(date) {
  const two = (value) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
