"""Recordings like those of a microphone: excerpts of music through a small room and a narrow loudspeaker, with noise, encoded like in a browser
(WebM/Opus, 24 kbit/s, one channel). All of it is determined by the seed.
"""

import os
import pathlib
import subprocess
import tempfile
import wave

import numpy as np

import music_corpus
from music_corpus import RATE

LOW, HIGH = 300, 4000  # the channel's band, and the band in which the signal-to-noise ratio is measured
CONDITIONS = {
    "clean": (False, None, 0), "channel": (True, None, 0),
    "pink +10": (True, "pink", 10), "pink 0": (True, "pink", 0), "pink -5": (True, "pink", -5),
    "babble +10": (True, "babble", 10), "babble 0": (True, "babble", 0), "babble -5": (True, "babble", -5),
}
VOICES = ["en-us+m1", "en-gb+f2", "de+m3", "fr+f4", "es+m7", "it+f3", "pl+m2", "pt+f1", "en-us+f5", "nl+m4", "sv+f2", "cs+m5"]
TALKERS = 6  # the number of simultaneous speakers
WORDS = (
    "the table by the window is free now and the coffee takes a minute so tell me what happened on Sunday when everybody had gone home "
    "I never said that she would come but there were seven of us in the car and nobody knew the way back to the station because it rained "
    "all night long between the river and the old market where they sell bread cheese fish and flowers until the bell rings at noon").split()


def band(sound, low=LOW, high=HIGH):
    """The signal between two frequencies, with edges a third of an octave wide."""
    spectrum = np.fft.rfft(sound)
    frequency = np.fft.rfftfreq(len(sound), 1 / RATE)
    with np.errstate(divide="ignore"):
        below = np.clip(1 - 3 * np.log2(low / np.maximum(frequency, 1e-9)), 0, 1)
        above = np.clip(1 - 3 * np.log2(np.maximum(frequency, 1e-9) / high), 0, 1)
    return np.fft.irfft(spectrum * below * above, len(sound)).astype(np.float32)


def level(sound):
    """Root mean square between 300 and 4000 Hz."""
    return float(np.sqrt(np.mean(np.square(band(sound), dtype=np.float64)) + 1e-20))


def channel(sound, random):
    """A small loudspeaker in a small room: the band, and a reverberation of 0.3 seconds, 10 dB below the direct sound."""
    length = int(0.4 * RATE)
    tail = random.standard_normal(length) * np.exp(-6.9 * np.arange(length) / (0.3 * RATE))
    tail[:int(0.004 * RATE)] = 0
    response = tail * 10 ** (-10 / 20) / np.sqrt(np.sum(tail**2))
    response[0] = 1
    size = len(sound) + length
    wet = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(response, size), size)[:len(sound)]
    return band(wet)


def pink(count, random):
    spectrum = np.fft.rfft(random.standard_normal(count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    return np.fft.irfft(spectrum / np.sqrt(np.maximum(frequency, 40)), count).astype(np.float32)


class Babble:
    """A room of talking people, spoken by espeak-ng: a minute of each voice. Six voices at a time are mixed at the same level."""

    def __init__(self, cache):
        folder = cache / "voices"
        folder.mkdir(parents=True, exist_ok=True)
        packages = music_corpus.fetch(cache, music_corpus.SPEECH)
        libraries = [str(path.parent) for package in packages for path in package.rglob("lib*.so.*")]
        data = next(path.parent for package in packages for path in package.rglob("phontab"))
        program = next(path for package in packages for path in package.rglob("bin/espeak-ng"))
        self.voices = []
        for number, voice in enumerate(VOICES):
            target = folder / f"{number}.wav"
            if not target.exists():
                random = np.random.default_rng(number)
                text = ". ".join(" ".join(random.choice(WORDS, random.integers(5, 14))) for _ in range(28))
                with tempfile.TemporaryDirectory() as temporary:
                    spoken = pathlib.Path(temporary) / "spoken.wav"
                    subprocess.run(
                        [str(program), f"--path={data.parent}", "-v", voice, "-s", str(random.integers(140, 190)), "-w", str(spoken), text],
                        env={**os.environ, "LD_LIBRARY_PATH": ":".join(libraries)}, check=True)
                    music_corpus.decode(spoken, target)
            with wave.open(str(target)) as sound:
                samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2").astype(np.float32)
            self.voices.append(samples / level(samples))

    def __call__(self, count, random):
        mixed = np.zeros(count, np.float32)
        for number in random.choice(len(self.voices), TALKERS, replace=False):
            voice = self.voices[number]
            mixed += np.roll(voice, -random.integers(len(voice)))[:count]
        return mixed


def excerpt(track, seconds, random):
    """A random part of the track that is at most 20 dB quieter than the whole. Returns the number of its first sample, and its samples."""
    count = int(seconds * RATE)
    whole = track.samples()
    wanted = max(level(whole) / 10, 10 ** (-55 / 20))
    for _ in range(50):
        start = int(random.integers(0, track.frames - count))
        if level(whole[start:start + count]) >= wanted:
            break
    return start, whole[start:start + count]


def record(sound, condition, babble, random):
    """The audio under one of `CONDITIONS`, at a tenth of full scale."""
    through, noise, ratio = CONDITIONS[condition]
    if through:
        sound = channel(sound, random)
    if noise:
        added = pink(len(sound), random) if noise == "pink" else babble(len(sound), random)
        sound = sound + added * (level(sound) / level(added) * 10 ** (-ratio / 20))
    return sound * (0.1 / np.sqrt(np.mean(np.square(sound)) + 1e-20))


def write(sound, target):
    """Writes WebM/Opus at 24 kbit/s and 48 kHz, like MediaRecorder."""
    samples = (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes()
    temporary = target.with_suffix(".part.webm")
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "pipe:", "-ar", "48000",
         "-c:a", "libopus", "-b:a", "24k", "-application", "audio", str(temporary)], input=samples, check=True)
    temporary.rename(target)


class Recording:
    """A recording, the number of its track among all tracks, and the position of its end in the track, in seconds."""

    def __init__(self, path, condition, seconds, track, end):
        self.path, self.condition, self.seconds, self.track, self.end = path, condition, seconds, track, end


def draw(tracks, seed, indexed=120, others=60, lengths=(5, 10)):
    """Chooses the tracks of the library and the recordings. Returns the numbers of the tracks, and [(number, seconds)]."""
    order = [int(number) for number in np.random.default_rng(seed).permutation(len(tracks))]
    library, rest = order[:indexed], order[indexed:]
    asked = library + [rest[position % len(rest)] for position in range(others)]
    return library, [(number, seconds) for seconds in lengths for number in asked]


def recordings(cache, tracks, seed, indexed=120, others=60):
    """The library of a draw and its recordings under every condition. Recordings in the cache are not made again."""
    library, asked = draw(tracks, seed, indexed, others)
    folder = cache / "recordings" / f"{seed}-{len(tracks)}-{indexed}-{others}"
    folder.mkdir(parents=True, exist_ok=True)
    babble = None
    made = []
    for position, (number, seconds) in enumerate(asked):
        paths = {name: folder / f"{position:04}-{name.replace(' ', '')}.webm" for name in CONDITIONS}
        note = folder / f"{position:04}.start"
        if not note.exists():
            babble = babble or Babble(cache)
            start, sound = excerpt(tracks[number], seconds, np.random.default_rng([seed, position]))
            for kind, (name, path) in enumerate(paths.items()):
                write(record(sound, name, babble, np.random.default_rng([seed, position, kind])), path)
            note.write_text(str(start))
        end = int(note.read_text()) / RATE + seconds
        made += [Recording(path, name, seconds, number, end) for name, path in paths.items()]
    return library, made
