/**
 * Converts between the pixels of a frame and the points of the view that shows it: scaled to cover the view or to fit
 * into it, centered, and mirrored if the video is.
 */
export class FrameTransform {
  /**
   * @param {{width: number, height: number}} frame in pixels
   * @param {{width: number, height: number}} view in CSS pixels
   * @param {{fit?: 'cover' | 'contain', isMirrored?: boolean}} [options] as CSS shows the video
   */
  constructor(frame, view, { fit = 'cover', isMirrored = false } = {}) {
    const [across, down] = [view.width / frame.width, view.height / frame.height]
    this.scale = fit === 'cover' ? Math.max(across, down) : Math.min(across, down)
    this.left = (view.width - frame.width * this.scale) / 2
    this.top = (view.height - frame.height * this.scale) / 2
    this.width = view.width
    this.isMirrored = isMirrored
  }

  /** @param {[number, number]} point of the frame @returns {[number, number]} in the view */
  toView([x, y]) {
    const across = x * this.scale + this.left
    return [this.isMirrored ? this.width - across : across, y * this.scale + this.top]
  }

  /** @param {[number, number]} point of the view @returns {[number, number]} in the frame */
  toFrame([x, y]) {
    const across = this.isMirrored ? this.width - x : x
    return [(across - this.left) / this.scale, (y - this.top) / this.scale]
  }

  /** Converts a quad to the view, still clockwise from the top left corner. @param {[number, number][]} quad */
  quad(quad) {
    const [tl, tr, br, bl] = quad.map((point) => this.toView(point))
    return this.isMirrored ? [tr, tl, bl, br] : [tl, tr, br, bl]
  }
}
