"""Pictures that Chromium shows in place of a camera."""
from PIL import Image


def write_camera(picture, path):
    """Writes a picture as a film of one frame, in YUV4MPEG2 with a quarter of the colors, as cameras have it."""
    with Image.open(picture) as image:
        width, height = (side // 2 * 2 for side in image.size)
        luma, *chroma = image.convert("YCbCr").crop((0, 0, width, height)).split()
    half = (width // 2, height // 2)
    planes = [luma, *(plane.resize(half, Image.Resampling.BOX) for plane in chroma)]
    # C420jpeg: the full range of values, as in JPEG.
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\nFRAME\n"
    path.write_bytes(head.encode() + b"".join(plane.tobytes() for plane in planes))
