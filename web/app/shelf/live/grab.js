const QUALITY = 0.8

/** Captures frames of a video. The last one is kept, to cut spines out of it. */
export class Grabber {
  canvas = document.createElement('canvas')

  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video
    this.context = this.canvas.getContext('2d', { alpha: false })
  }

  /**
   * @param {number} side maximum length of the longer side
   * @returns {Promise<Blob | null>} a JPEG; null while there is no picture
   */
  async jpeg(side) {
    if (!this.#draw(side)) return null
    return new Promise((resolve) => { this.canvas.toBlob(resolve, 'image/jpeg', QUALITY) })
  }

  /** The same without compression. @param {number} side @returns {Promise<ImageBitmap | null>} */
  async bitmap(side) {
    return this.#draw(side) ? createImageBitmap(this.canvas) : null
  }

  /** @returns {boolean} whether there is a picture */
  #draw(side) {
    const { videoWidth, videoHeight } = this.video
    if (videoWidth === 0 || this.video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false
    const scale = Math.min(1, side / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height })
    this.context.drawImage(this.video, 0, 0, width, height)
    return true
  }
}
