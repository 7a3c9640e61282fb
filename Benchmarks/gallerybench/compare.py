"""Indexes one library of photos with Espy and with Pillow, in turn, and prints both side by side."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

STAGES = ['reading', 'digest', 'decoding', 'metadata', 'thumbnail', 'analysis', 'saving']


def espy(folder, target, jobs):
    program = '.build/release/GalleryBench'
    lines = subprocess.run([program, 'index', target, str(jobs), folder], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    summary, words = json.loads(lines[1]), lines[2].split()
    return {'photos': summary['added'] + summary['linked'], 'seconds': float(words[1]), 'times': summary['times'],
            'peak': int(words[3])}


def pillow(folder, target, jobs):
    done = subprocess.run([sys.executable, '-m', 'gallerybench.pillow', folder, target, str(jobs)], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--photos', type=int, default=10_000)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--rounds', type=int, default=2, help='the faster one of each counts')
    options = parser.parse_args()
    library = f'.build/bench/library-{options.photos}'
    if not os.path.isdir(library):
        print(f'drawing {options.photos} photos', file=sys.stderr)
        subprocess.run(['.build/release/GalleryBench', 'make', library + '.part', str(options.photos)], check=True)
        os.rename(library + '.part', library)
    best = {}
    with tempfile.TemporaryDirectory() as scratch:
        for round_ in range(options.rounds):
            for name, work in (('Espy', espy), ('Pillow', pillow)):
                result = work(os.path.abspath(library), f'{scratch}/{name}-{round_}.sqlite', options.jobs)
                if result['photos'] != options.photos:
                    sys.exit(f'{name} has {result["photos"]} photos instead of {options.photos}')
                if name not in best or result['seconds'] < best[name]['seconds']:
                    best[name] = result
    print(f'| {options.photos:,} photos of 1024 x 768, {options.jobs} at a time | Espy | Pillow |\n|---|---:|---:|')
    for stage in STAGES:
        cells = [1000 * best[name]['times'][stage] / options.photos for name in best]
        print(f'| {stage}, ms a photo | ' + ' | '.join(f'{cell:.2f}' for cell in cells) + ' |')
    rates = [best[name]['photos'] / best[name]['seconds'] for name in best]
    print('| photos a second | ' + ' | '.join(f'{rate:.0f}' for rate in rates) + ' |')
    print('| memory at most, MB | ' + ' | '.join(str(best[name]['peak']) for name in best) + ' |')
    print(f'\nEspy is {rates[0] / rates[1]:.2f} times as fast.')


if __name__ == '__main__':
    main()
