"""Real music for benchmarks, from Debian packages: downloaded with `apt-get download`, unpacked into a cache folder, and decoded once.

Nothing is installed, and root is not needed. The licenses are in each package's `copyright` file, beside its music in the cache.
"""

import os
import pathlib
import subprocess
import wave
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

# About 1 GB to download. Leaves out the second instruments of Frets on Fire, which belong to the same songs.
PACKAGES = [
    "wesnoth-1.16-music", "singularity-music", "colobot-common-sounds", "hyperrogue-music", "nexuiz-music", "ufoai-music",
    "warzone2100-music", "fretsonfire-songs-muldjord", "fretsonfire-songs-sectoid", "supertux-data", "hedgewars-data",
    "unknown-horizons", "drascula-music", "asc-music", "lugaru-data", "marsshooter-data", "extremetuxracer-data", "starfighter-data",
]
SPEECH = ["espeak-ng", "libespeak-ng1", "espeak-ng-data", "libpcaudio0", "libsonic0"]
ENDINGS = {".ogg", ".opus", ".mp3", ".flac"}
# The same recording under two names: five seconds of both correlate by 0.997.
COPIES = {"Infinite.ogg": "music008.ogg"}
RATE = 16_000
SHORTEST = 40  # seconds


def default_cache():
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "rondo-benchmarks"


def fetch(cache, packages):
    """The folders into which the packages are unpacked."""
    archives, unpacked = cache / "archives", cache / "packages"
    archives.mkdir(parents=True, exist_ok=True)
    missing = [name for name in packages if not (unpacked / name).exists()]
    if missing:
        subprocess.run(["apt-get", "-q", "download", *missing], cwd=archives, check=True)
    for name in missing:
        archive = max(archives.glob(f"{name}_*.deb"), key=lambda path: path.stat().st_mtime)
        temporary = unpacked / f"{name}.part"
        temporary.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", str(archive), str(temporary)], check=True)
        for container in [*temporary.rglob("*.pk3"), *temporary.rglob("*.zip")]:
            with zipfile.ZipFile(container) as entries:
                music = [entry for entry in entries.namelist() if pathlib.PurePath(entry).suffix.lower() in ENDINGS]
                entries.extractall(container.parent, music)
            container.unlink()
        temporary.rename(unpacked / name)
        archive.unlink()
    return [unpacked / name for name in packages]


def decode(path, target):
    """Decodes a file to one channel as `target`, a WAV with 16 bits at `RATE`."""
    temporary = target.with_suffix(".part.wav")
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", str(path), "-map", "0:a:0", "-ac", "1", "-ar", str(RATE), "-c:a", "pcm_s16le",
         str(temporary)], stderr=subprocess.DEVNULL)
    if made.returncode == 0 and temporary.exists():
        temporary.rename(target)
    else:
        temporary.unlink(missing_ok=True)
        target.touch()  # An empty file marks one that cannot be decoded.


class Track:
    def __init__(self, source, sound, frames):
        self.source, self.sound, self.frames = source, sound, frames

    @property
    def seconds(self):
        return self.frames / RATE

    def samples(self, start=0, count=None):
        """Samples from −1 to 1."""
        with wave.open(str(self.sound)) as sound:
            sound.setpos(start)
            return np.frombuffer(sound.readframes(self.frames - start if count is None else count), "<i2").astype(np.float32) / 32768


def tracks(cache, packages=PACKAGES):
    """The tracks of at least 40 seconds that are not silent, always in the same order."""
    sounds = cache / "decoded"
    sounds.mkdir(parents=True, exist_ok=True)
    files = []
    for folder in fetch(cache, packages):
        for path in sorted(folder.rglob("*")):
            stem = path.name in ("guitar.ogg", "rhythm.ogg")
            if path.suffix.lower() in ENDINGS and path.is_file() and not path.is_symlink() and path.stat().st_size > 100_000 and not stem:
                relative = path.relative_to(folder)
                files.append((path, sounds / ("_".join([folder.name, *relative.parts[-3:]]).replace(" ", "-") + ".wav")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: pair[1].exists() or decode(*pair), files))
    found = []
    for path, sound in files:
        if sound.stat().st_size > 44:
            with wave.open(str(sound)) as opened:
                if opened.getnframes() >= SHORTEST * RATE:
                    found.append(Track(path, sound, opened.getnframes()))
    return found
