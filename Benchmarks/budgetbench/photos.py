"""Photos of fixed sizes, made from the samples of the repository."""

from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "Tests" / "Samples"


def enlarged(sample: str, megapixels: float, folder: Path) -> Path:
    """A sample with this many million pixels, as a camera would save it."""
    from PIL import Image  # only who measures needs it

    target = folder / f"{Path(sample).stem}-{megapixels:g}.jpg"
    if not target.exists():
        with Image.open(SAMPLES / sample) as image:
            scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
            size = (round(image.width * scale), round(image.height * scale))
            image.convert("RGB").resize(size, Image.Resampling.BICUBIC).save(target, quality=90)
    return target


def saved_again(photo: Path, quality: int) -> Path:
    """The same photo as a different file with slightly different pixels."""
    from PIL import Image

    target = photo.with_stem(f"{photo.stem}-{quality}")
    with Image.open(photo) as image:
        image.save(target, quality=quality)
    return target


def album(folder: Path) -> Path:
    """Twenty photos of things, shelves and pages, three megapixels each."""
    target = folder / "album"
    target.mkdir(exist_ok=True)
    samples = sorted(path for kind in ("count", "shelf", "text") for path in (SAMPLES / kind).glob("*.jpg"))
    for sample in samples[:20]:
        enlarged(str(sample.relative_to(SAMPLES)), 3, target)
    return target
