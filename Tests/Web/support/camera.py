"""Pictures that Chromium shows in place of a camera."""
from PIL import Image

RATE = 10


def write_camera(picture, path):
    """Writes a picture as a video of one frame."""
    write_video([(picture, 1 / RATE)], path)


def write_video(scenes, path):
    """
    Writes pictures, each with its duration in seconds, as a video that is shown in a loop: in YUV4MPEG2 with a quarter
    of the colors, like a camera's. All get the size of the first.
    """
    with Image.open(scenes[0][0]) as image:
        width, height = (side // 2 * 2 for side in image.size)
    with open(path, "wb") as video:
        # C420jpeg: the full range of values, as in JPEG.
        video.write(f"YUV4MPEG2 W{width} H{height} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for picture, seconds in scenes:
            video.write((b"FRAME\n" + planes(picture, width, height)) * round(seconds * RATE))


def planes(picture, width, height):
    """The brightness of a picture, and its colors at half the size."""
    with Image.open(picture) as image:
        fitting = image.size[0] // 2 * 2 == width and image.size[1] // 2 * 2 == height
        colors = image.convert("YCbCr")
        luma, *chroma = (colors.crop((0, 0, width, height)) if fitting else colors.resize((width, height))).split()
    half = (width // 2, height // 2)
    return b"".join(plane.tobytes() for plane in (luma, *(one.resize(half, Image.Resampling.BOX) for one in chroma)))
