#!/usr/bin/env python3
"""How well "sounds like" finds music of the same album and artist, among real music from Debian packages.

`similarity.py [VECTORS] [--cache FOLDER] [--no-baseline]`: a server analyzes the corpus, and every fifth track again as MP3 of 64 kbit/s. Or VECTORS
is a file of JSON lines, one for each track:

    {"path": "…/track.ogg", "features": "0138…", "coded": "0138…"}

with the hexadecimal bytes of `SoundFeatures` of the file and, if available, of the same file as MP3 of 64 kbit/s. Files that are not in the corpus
are ignored. The corpus is that of recognition.py. ffprobe reads its tags.

For every track the ten nearest others are searched in the whole corpus. The report has the shares of them from the same album and from the same
artist (for tracks whose album or artist has four or more), how often the nearest one is from the same album, and how evenly neighbors are
distributed: the skewness of how often a track is a neighbor, the largest number, and the share of tracks that never are. It compares them with
chance, with the best possible result, and with a single Gaussian of 20 MFCCs per track under the symmetrized Kullback–Leibler divergence (Mandel and
Ellis, 2005). All figures are given for the whole corpus and for its halves (packages, by the hash of their names). The weights were chosen with half
0, so the unbiased figure is that of half 1. Neighbors are always from the whole corpus.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess

import numpy as np

import music_corpus
from music_gateway import MusicGateway

NEAREST = 10
FEWEST = 4  # the minimum number of tracks for an album or artist to count
FEATURE_HEADER = 3
RARE, RARE_FACTOR = 9, 4  # the last features have this weight
# Reduced, because it would be half of the corpus.
EVERY_FIFTH = {"drascula-music"}


class Music:
    """A track of the corpus, with the values for its comparison."""

    def __init__(self, track, package, tags):
        self.track, self.package, self.path = track, package, str(track.source)
        folder = str(track.source.parent.name)
        self.album = f"{package}/{tags.get('album') or folder}"
        self.artist = re.sub(r"\W", "", (tags.get("artist") or package).lower())


def tags_of(path):
    probe = subprocess.run(["ffprobe", "-v", "quiet", "-print_format", "json", "-show_format", "-show_streams", str(path)],
                           capture_output=True, text=True)
    found = json.loads(probe.stdout or "{}")
    tags = {}
    for part in [*found.get("streams", []), found.get("format", {})]:
        tags.update({name.lower(): value for name, value in part.get("tags", {}).items()})
    return tags


def corpus(cache):
    """The tracks of the corpus. Their tags are read once."""
    stored = cache / "tags.json"
    known = json.loads(stored.read_text()) if stored.exists() else {}
    music, counts = [], collections.Counter()
    for track in music_corpus.tracks(cache):
        package = track.source.relative_to(cache / "packages").parts[0]
        counts[package] += 1
        if package in EVERY_FIFTH and counts[package] % 5:
            continue
        name = str(track.source.relative_to(cache))
        if name not in known:
            known[name] = tags_of(track.source)
        music.append(Music(track, package, known[name]))
    stored.write_text(json.dumps(known))
    return music


# Sources of features: each returns the features of every track of `music` in order (None if there are none), and those of its coded form.

def from_lines(path, music):
    """The features of each track and, if available, of its coded form."""
    lines = [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
    places = {str(pathlib.Path(line["path"])): line for line in lines}
    rows = [places.get(one.path) for one in music]
    return [bytes.fromhex(row["features"]) if row else None for row in rows], \
        [bytes.fromhex(row["coded"]) if row and row.get("coded") else None for row in rows]


def from_gateway(cache, music):
    """The features that a server stores for each track, and for every fifth one as MP3 of 64 kbit/s."""
    folder = cache / "coded"
    folder.mkdir(exist_ok=True)
    files = {}
    for number, one in enumerate(music):
        files[f"{number}"] = one.track.source
        if number % 5 == 0:
            target = folder / f"{hashlib.md5(one.path.encode()).hexdigest()}.mp3"
            if not target.exists():
                subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", one.path, "-map", "0:a:0", "-map_metadata", "-1",
                                "-c:a", "libmp3lame", "-b:a", "64k", str(target)], check=True)
            files[f"{number}-coded"] = target
    gateway = MusicGateway(files)
    found = {}
    query = "SELECT t.id, a.features FROM track_analysis a JOIN track t ON t.seq = a.track WHERE a.features IS NOT NULL"
    with gateway.database() as database:
        for track, features in database.execute(query):
            found[gateway.ids[track]] = bytes(features)
    seconds = sum(one.track.seconds * (2 if number % 5 == 0 else 1) for number, one in enumerate(music))
    print(f"{len(found)} files analyzed at {seconds / gateway.processor_seconds:.0f} x real time a core")
    gateway.stop()
    return [found.get(f"{number}") for number in range(len(music))], [found.get(f"{number}-coded") for number in range(len(music))]


def feature_distance(left, right):
    """`SoundFeatures.distance` of two arrays of features: every row of one with every row of the other."""
    def parts(features):
        all_bytes = np.array([list(one) for one in features], dtype=np.int32)
        values = all_bytes[:, FEATURE_HEADER:]
        values[:, -RARE:] *= RARE_FACTOR
        return values, (all_bytes[:, 1] + 256 * all_bytes[:, 2]).astype(float)
    (a, a_typical), (b, b_typical) = parts(left), parts(right)
    sums = np.array([np.abs(b - row).sum(1) for row in a]).astype(float)
    return sums / np.sqrt(np.outer(a_typical, b_typical))


def mel_filters(count, length, rate, top):
    mel = np.linspace(0, 1127 * np.log(1 + top / 700), count + 2)
    edges = 700 * (np.exp(mel / 1127) - 1)
    bins = np.arange(length // 2 + 1) * rate / length
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rising, falling))


def gaussian_distances(music):
    """The baseline: 20 MFCCs of 32 ms every 16 ms, one Gaussian per track, symmetrized Kullback–Leibler divergence."""
    length, hop = 512, 256
    filters = mel_filters(40, length, music_corpus.RATE, 8000)
    index = np.arange(40)
    cosines = np.array([np.cos(np.pi * (index + 0.5) * row / 40) for row in range(20)]) * np.sqrt(2 / 40)
    means, covariances = [], []
    for one in music:
        samples = one.track.samples()
        frames = np.lib.stride_tricks.sliding_window_view(samples, length)[::hop] * np.hanning(length).astype(np.float32)
        frames = frames[(frames ** 2).sum(1) > 1e-5]
        levels = np.log((np.abs(np.fft.rfft(frames)) ** 2) @ filters.T + 1e-7)
        cepstra = levels @ cosines.T
        means.append(cepstra.mean(0))
        covariances.append(np.cov(cepstra.T) + 1e-4 * np.eye(20))
    means, covariances = np.array(means), np.array(covariances)
    inverses = np.linalg.inv(covariances)
    rows = []
    for i in range(len(music)):
        apart = means - means[i]
        rows.append(np.einsum("nij,ij->n", inverses, covariances[i]) + np.einsum("nij,ij->n", covariances, inverses[i])
                    + np.einsum("ni,nij,nj->n", apart, inverses, apart) + np.einsum("ni,ij,nj->n", apart, inverses[i], apart) - 40)
    return np.array(rows)


# Scores.

def half(package):
    return hashlib.md5(package.encode()).digest()[0] % 2


def score(name, distances, music, parts):
    distances = distances.copy()
    np.fill_diagonal(distances, np.inf)
    nearest = np.argsort(distances, axis=1, kind="stable")[:, :NEAREST]
    counts = np.bincount(nearest.ravel(), minlength=len(music)).astype(float)
    shares = []
    for chosen in parts:
        row = []
        for values in names(music):
            own = chosen & frequent(values)
            row.append((values[nearest] == values[:, None]).mean(1)[own].mean())
            if len(row) == 1:
                first = (values[nearest[:, 0]] == values)[own].mean()
        shares.append([*row, first])
    line(name, shares)
    print(f"{'':34} skewness {((counts - counts.mean()) ** 3).mean() / counts.std() ** 3:.2f}, most {int(counts.max())}, "
          f"never {100 * (counts == 0).mean():.1f} %", flush=True)


def names(music):
    return np.array([one.album for one in music]), np.array([one.artist for one in music])


def frequent(values):
    sizes = collections.Counter(values.tolist())
    return np.array([sizes[value] >= FEWEST for value in values])


def line(name, shares):
    print(f"{name:34} " + "   ".join(" ".join("     –" if share is None else f"{100 * share:6.1f}" for share in part) for part in shares))


def bounds(music, parts):
    """Chance, and the best possible result."""
    for name, limit in (("chance", None), ("best possible", NEAREST)):
        shares = []
        for chosen in parts:
            row = []
            for values in names(music):
                sizes = collections.Counter(values.tolist())
                own = [sizes[value] - 1 for value in values[chosen & frequent(values)].tolist()]
                row.append(np.mean([n / (len(music) - 1) if limit is None else min(limit, n) / limit for n in own]))
            shares.append([*row, None])
        line(name, shares)


def coded(features, coded_features):
    """The distance and rank of tracks to their own MP3 version of 64 kbit/s."""
    pairs = [i for i, one in enumerate(coded_features) if one]
    if not pairs:
        return
    distances = feature_distance([coded_features[i] for i in pairs], features)
    own = np.array([distances[row, i] for row, i in enumerate(pairs)])
    similarity = np.exp(-(own / 0.7) ** 3)  # SoundFeatures.similarity
    ranks = np.array([(distances[row] < distances[row, i]).sum() for row, i in enumerate(pairs)])
    print(f"as MP3 of 64 kbit/s: {len(pairs)} tracks, distance median {np.median(own):.3f}, most {own.max():.3f}; similarity least "
          f"{similarity.min():.3f}; {100 * (ranks == 0).mean():.1f} % nearest to themselves")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", nargs="?")
    parser.add_argument("--cache", type=pathlib.Path, default=music_corpus.default_cache())
    parser.add_argument("--no-baseline", action="store_true")
    options = parser.parse_args()
    music = corpus(options.cache)
    features, coded_features = from_lines(options.vectors, music) if options.vectors else from_gateway(options.cache, music)
    usable = [i for i, one in enumerate(features) if one and any(one)]
    music = [music[i] for i in usable]
    features, coded_features = [features[i] for i in usable], [coded_features[i] for i in usable]
    halves = np.array([half(one.package) for one in music])
    parts = [np.ones(len(music), bool), halves == 0, halves == 1]
    print(f"{len(music)} tracks, {len({one.album for one in music})} albums, {len({one.artist for one in music})} artists; "
          f"{sum(halves == 0)} in half 0, {sum(halves == 1)} in half 1")
    print(f"{'% of the 10 nearest from the same':34} " + "   ".join(f"{'album':>6} {'artist':>6} {'first':>6}" for _ in parts))
    bounds(music, parts)
    distances = feature_distance(features, features)
    score("features", distances, music, parts)
    if not options.no_baseline:
        score("MFCC Gaussian", gaussian_distances(music), music, parts)
    others = distances[~np.eye(len(music), dtype=bool)]
    print(f"distances of others: median {np.median(others):.3f}, 1 % below {np.quantile(others, 0.01):.3f}")
    coded(features, coded_features)


if __name__ == "__main__":
    main()
