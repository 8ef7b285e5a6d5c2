#!/usr/bin/env python3
"""A music library of N small tagged files, for the benchmarks: `library.py FOLDER [COUNT]`.

One second of audio is encoded as MP3 and as FLAC. Every file is that audio with different tags before it and a few different bytes in it, so that no
two files are the same recording. The tags resemble a real collection: about ten tracks per album and four albums per artist, sixty genres of which a
few are in most albums, years from 1955 on, every twentieth album a compilation, every eighth artist in another script, and words of which few are
frequent and most are rare. The same COUNT gives the same library.
"""

import pathlib
import random
import struct
import subprocess
import sys
import tempfile

COMMON = """love night day time heart world life dream fire rain blue moon sun river road home baby girl boy dance song summer winter light dark
eyes hand mind soul star sky sea city street train stone gold silver red black white green wild sweet lonely broken happy crazy little big old new
young last first long way back again always never forever tonight tomorrow yesterday morning evening goodbye hello angel devil heaven ghost
king queen lady man woman mother father brother sister friend stranger money war peace freedom down up over under away alone together""".split()
SMALL = ["the", "of", "in", "to", "my", "your", "a", "and", "on", "for", "with", "you", "me", "I", "is", "it"]
SYLLABLES = "ba be bi bo bra ca ce cha co cra da de di dor du el en fa fe fi flo ga ge gra ha he hi ja jo ka ke ki la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro ru sa se shi so sta ta te ti to tra va ve vi vo wa we wi ya yo za zo".split()
SCRIPTS = [
    ("кровь группа небо звезда город ночь любовь река солнце весна дорога ветер", " "),
    ("αγάπη νύχτα θάλασσα ουρανός φως καρδιά δρόμος ήλιος μέρα όνειρο", " "),
    ("夜 空 愛 星 海 風 花 月 雨 春 夏 秋 冬 新しい 誕生 東京", ""),
    ("サクラ カラオケ ユメ ハナ ソラ ウミ キミ ボク ヒカリ", ""),
    ("사랑 밤 하늘 바다 별 꽃 봄 여름 서울 노래 마음", " "),
    ("حب ليل قمر بحر نجمة قلب طريق شمس", " "),
    ("אהבה לילה ים שמש לב דרך כוכב", " "),
    ("รัก คืน ดาว ทะเล ฝน ใจ เพลง", ""),
    ("łódź żółty śnieg noc miłość źródło księżyc", " "),
]
GENRES = ["Rock", "Pop", "Electronic", "Jazz", "Classical", "Hip Hop", "Folk", "Metal", "Soul", "Blues", "Reggae", "Country"] + [
    f"{kind} {style}" for kind in ("Acid", "Dream", "Free", "Hard", "Indie", "Latin", "Modern", "Post") for style in
    ("Bop", "Funk", "House", "Punk", "Techno", "Waltz")]


class Words:
    def __init__(self, chance, rare):
        self.chance = chance
        self.rare = ["".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 4))) for _ in range(rare)]

    def word(self):
        roll = self.chance.random()
        if roll < 0.15:
            return self.chance.choice(SMALL)
        if roll < 0.6:
            return COMMON[min(int(self.chance.expovariate(1 / 30)), len(COMMON) - 1)]
        return self.chance.choice(self.rare)

    def phrase(self, least, most):
        return " ".join(self.word() for _ in range(self.chance.randint(least, most))).title()

    def foreign(self, script, least, most):
        words, separator = SCRIPTS[script]
        words = words.split()
        return separator.join(self.chance.choice(words) for _ in range(self.chance.randint(least, most)))


def id3(tags):
    names = {"title": "TIT2", "artist": "TPE1", "albumartist": "TPE2", "album": "TALB", "track": "TRCK", "disc": "TPOS", "date": "TDRC",
             "genre": "TCON", "compilation": "TCMP"}
    frames = b""
    for key, value in tags:
        body = b"\x03" + value.encode()
        size = len(body)
        frames += names[key].encode() + bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127]) + b"\0\0" + body
    size = len(frames)
    return b"ID3\x04\x00\x00" + bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127]) + frames


def vorbis_comment(tags):
    names = {"track": "TRACKNUMBER", "disc": "DISCNUMBER"}
    lines = [f"{names.get(key, key.upper())}={value}".encode() for key, value in tags]
    return struct.pack("<I", 5) + b"rondo" + struct.pack("<I", len(lines)) + b"".join(struct.pack("<I", len(line)) + line for line in lines)


def encoded(folder, name, *arguments):
    path = pathlib.Path(folder) / name
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1:sample_rate=22050", *arguments, str(path)], check=True)
    return bytearray(path.read_bytes())


def seeds():
    """The bytes of one second as MP3 without tags, and the stream information and frames of the same as FLAC."""
    with tempfile.TemporaryDirectory() as folder:
        mp3 = encoded(folder, "seed.mp3", "-write_id3v1", "0", "-id3v2_version", "0", "-write_xing", "0", "-b:a", "16k")
        flac = encoded(folder, "seed.flac", "-sample_fmt", "s16")
    position, information = 4, None
    while True:
        kind, size = flac[position], int.from_bytes(flac[position + 1:position + 4], "big")
        if kind & 127 == 0:
            information = bytes(flac[position + 4:position + 4 + size])
        position += 4 + size
        if kind & 128:
            return mp3, information, flac[position:]


def write(music, count):
    """Makes the library in the folder `music`."""
    music = pathlib.Path(music)
    chance = random.Random(4711)
    words = Words(chance, max(2000, count // 5))
    mp3, information, flac = seeds()
    number = album_number = artist_number = 0
    while number < count:
        artist_number += 1
        script = chance.randrange(len(SCRIPTS)) if artist_number % 8 == 0 else None
        artist = words.phrase(1, 3) if script is None else words.foreign(script, 1, 3) + f" {artist_number}"
        if artist_number % 5 == 0:
            artist = "The " + artist
        home = min(int(chance.expovariate(1 / 6)), len(GENRES) - 1)
        for _ in range(min(40, 1 + int(chance.expovariate(1 / 3.5)))):
            if number >= count:
                break
            album_number += 1
            is_sampler = album_number % 20 == 0
            title = words.phrase(1, 4) if script is None else words.foreign(script, 1, 3)
            year = min(2026, 1955 + int(chance.triangular(0, 71, 55)))
            genres = [GENRES[home]] + ([chance.choice(GENRES)] if chance.random() < 0.3 else [])
            folder = music / f"{album_number % 100:02}" / f"Artist {artist_number}" / f"Album {album_number}"
            folder.mkdir(parents=True, exist_ok=True)
            for track in range(1, chance.randint(5, 15) + 1):
                if number >= count:
                    break
                number += 1
                performer = words.phrase(1, 2) if is_sampler else artist
                name = words.phrase(1, 6) if script is None else words.foreign(script, 2, 5)
                tags = [("title", name), ("artist", performer), ("album", title), ("track", str(track)), ("date", str(year)), ("genre", genres[0])]
                if is_sampler:
                    tags += [("compilation", "1")]
                own = number.to_bytes(4, "big")
                if number % 4:
                    mp3[-40:-36] = own
                    (folder / f"{track:02}.mp3").write_bytes(id3(tags) + mp3)
                else:
                    tags += [("genre", genre) for genre in genres[1:]]
                    comment = vorbis_comment(tags)
                    flac[-40:-36] = own
                    (folder / f"{track:02}.flac").write_bytes(
                        b"fLaC" + b"\0" + len(information).to_bytes(3, "big") + information + b"\x84" + len(comment).to_bytes(3, "big") + comment + flac)


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20000)
