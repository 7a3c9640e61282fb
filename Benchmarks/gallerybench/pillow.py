"""Photo indexing as a Python program would do it: Pillow for pictures and EXIF, sqlite3 for rows.

Each photo is read and its checksum computed; it is decoded at a reduced size and stored as a small JPEG; its date and
place are read; it is analyzed (see look.py); and everything is saved in batches that are on disk when they return. Any
number of processes work in parallel.
"""
import hashlib
import io
import itertools
import json
import multiprocessing
import os
import resource
import sqlite3
import sys
import time

from PIL import Image, ImageOps

from . import look

BATCH = 32
SIDE = 256
SHORT_SIDE = 480
QUALITY = 78
STAGES = ['reading', 'digest', 'decoding', 'metadata', 'thumbnail', 'analysis', 'text']


def seconds(parts):
    return [float(part) for part in parts]


def degrees(parts, letter):
    value = sum(float(part) / unit for part, unit in zip(parts, (1, 60, 3600)))
    return -value if letter in 'SW' else value


looker = None


def prepare(is_plain):
    """Once in each process."""
    global looker
    looker = look.Look(is_plain)


def read(path):
    """One photo: a row, its thumbnail, and the seconds of each stage."""
    times, start = [], time.perf_counter()

    def mark():
        nonlocal start
        now = time.perf_counter()
        times.append(now - start)
        start = now

    with open(path, 'rb') as file:
        data = file.read()
    mark()
    digest = hashlib.sha256(data).digest()
    mark()
    image = Image.open(io.BytesIO(data))
    width, height = image.size
    exif = image.getexif()
    scale = max(SHORT_SIDE / min(width, height), SIDE / max(width, height))
    image.draft('RGB', (int(width * scale), int(height * scale)))
    image = ImageOps.exif_transpose(image.convert('RGB'))
    mark()
    taken = exif.get_ifd(0x8769).get(0x9003)
    place = exif.get_ifd(0x8825)
    latitude = degrees(seconds(place[2]), place[1]) if 2 in place else None
    longitude = degrees(seconds(place[4]), place[3]) if 4 in place else None
    camera = f'{exif.get(0x010F)} {exif.get(0x0110)}'
    mark()
    small = image.copy()
    small.thumbnail((SIDE, SIDE), Image.BOX)
    picture = io.BytesIO()
    small.save(picture, 'JPEG', quality=QUALITY)
    placeholder = small.resize((3, 3), Image.BOX).tobytes()
    mark()
    seen = looker(image)
    mark()
    words = looker.text(image)
    mark()
    row = (path, digest, len(data), width, height, taken, latitude, longitude, camera, placeholder,
           seen['brightness'], seen['sharpness'], seen['fingerprint'], seen['embedding'], ' '.join(seen['tags']),
           ' '.join(map(str, seen['colors'])), seen['faces'], ' '.join(seen['codes']), words)
    return row, picture.getvalue(), times


def save(database, pack, batch):
    """Saves thumbnails, then rows that refer to them; everything is on disk when it returns."""
    rows = []
    for row, picture, _ in batch:
        rows.append(row + (pack.tell(), len(picture)))
        pack.write(picture)
    pack.flush()
    os.fsync(pack.fileno())
    with database:
        database.executemany(f'INSERT OR IGNORE INTO photos VALUES ({",".join("?" * 21)})', rows)


def main(folder, target, jobs, is_plain):
    begun = time.perf_counter()
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)
    database = sqlite3.connect(target)
    database.executescript('''PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE photos (path TEXT UNIQUE, digest BLOB UNIQUE, bytes, width, height, taken, latitude, longitude,
            camera, placeholder, brightness, sharpness, fingerprint, embedding, tags,
            colors, faces, codes, words, offset, length)''')
    totals, saving = [0.0] * len(STAGES), 0.0
    with open(target + '-thumbnails', 'wb') as pack, multiprocessing.Pool(jobs, prepare, (is_plain,)) as pool:
        results = pool.imap_unordered(read, paths, chunksize=4)
        while batch := list(itertools.islice(results, BATCH)):
            start = time.perf_counter()
            save(database, pack, batch)
            saving += time.perf_counter() - start
            for _, _, times in batch:
                totals = [total + more for total, more in zip(totals, times)]
        pool.close()
        pool.join()
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    times = dict(zip(STAGES, totals)) | {'saving': saving}
    print(json.dumps({'photos': len(paths), 'seconds': time.perf_counter() - begun, 'times': times,
                      'peak': (own + jobs * child) // 1024}))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == 'plain')
