"""Random numbers: streams keyed by (seed, batch, stream), bounded draws for all lanes at once.

A stream is xoshiro256++ (Blackman and Vigna, 2021) in ``WORDS`` parallel copies; each step gives every lane
16 bits. Bounded draws follow Lemire (2019): the upper half of a 16 x 16 bit product, exact up to the
repair of the few lanes in its zone of bias, whose bits are replaced by a hash of their own word, so that
no lane's luck depends on another lane. Keys are mixed by SplitMix64's finaliser (Steele et al., 2014).
"""

from simkit._jit import inline, kernel, mulhi16, no_overlap, out_of_line
from simkit.schema import HALF, LANES, SEATS, WORDS, i64, u8, u16, u32, u64

_GAMMA = u64(0x9E3779B97F4A7C15)
_BATCH = u64(0xD1342543DE82EF95)
_STREAM = u64(0xDA942042E4DD58B5)
_MIX1 = u64(0xBF58476D1CE4E5B9)
_MIX2 = u64(0x94D049BB133111EB)
KEY = 5 * WORDS  # word of a stream that holds its key, for draws of single lanes


@inline
def mix(z):
    """Scramble 64 bits."""
    z = (z ^ (z >> u64(30))) * _MIX1
    z = (z ^ (z >> u64(27))) * _MIX2
    return z ^ (z >> u64(31))


@kernel
def seed_stream(stream, key):
    """Fill one stream's state from its key."""
    no_overlap()
    for i in range(4 * WORDS):
        stream[i] = mix(key + u64(i + 1) * _GAMMA)
    stream[KEY] = key
    stream[KEY + 1] = u64(0)


@kernel
def restart(stream, moment):
    """Fill a stream's state anew from its key and a moment."""
    no_overlap()
    base = mix(stream[KEY] + (moment + u64(1)) * _STREAM)
    for i in range(4 * WORDS):
        stream[i] = mix(base + u64(i + 1) * _GAMMA)


@kernel
def seed_alike(stream, key, n):
    """Fill a stream's state so that every block of 8 n lanes gets the same numbers."""
    no_overlap()
    for part in range(8):
        for w in range(WORDS // 2):
            stream[part * (WORDS // 2) + w] = mix(key + u64(part * LANES + w % n + 1) * _GAMMA)
    stream[KEY] = key
    stream[KEY + 1] = u64(0)


@kernel
def key_of(table, s, lane):
    """Return a key of a lane's own in this turn, from the key of stream s; nothing moves."""
    moment = _moment(table, 1 << 19)
    return mix(mix(table.rng[s][KEY] + moment * _GAMMA) + u64(lane + 1) * _BATCH)


@kernel
def seed_batch(rules, table, seed, batch):
    """Start the streams of a batch of games.

    Seats have other luck where ``rules.luck`` is another number. Their luck moves along with the hands that
    ``rules.turned`` moves.
    """
    out_of_line()
    base = mix(u64(seed)) + mix(u64(batch) * _BATCH + _GAMMA)
    for s in range(SEATS):
        seed_stream(table.rng[s], mix(base + u64(s + 1) * _STREAM))
    if rules.luck != 0:
        base = mix(base + mix(u64(rules.luck)))
    for p in range(rules.n_seats):
        s = SEATS + (p + rules.turned) % rules.n_seats
        seed_stream(table.rng[s], mix(base + u64(SEATS + p + 1) * _STREAM))


@kernel
def advance(stream):
    """Step a stream: LANES fresh 16-bit numbers in words 4 WORDS .. 5 WORDS - 1."""
    no_overlap()
    for i in range(WORDS):
        s0, s1, s2, s3 = stream[i], stream[WORDS + i], stream[2 * WORDS + i], stream[3 * WORDS + i]
        total = s0 + s3
        stream[4 * WORDS + i] = ((total << u64(23)) | (total >> u64(41))) + s0
        shifted = s1 << u64(17)
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        stream[i] = s0
        stream[WORDS + i] = s1
        stream[2 * WORDS + i] = s2
        stream[3 * WORDS + i] = (s3 << u64(45)) | (s3 >> u64(19))


@kernel
def _bounded(bits, size, out):
    """Two lanes a 16-bit word; says whether any product lies where a bias is possible."""
    no_overlap()
    suspect = u16(0)
    for i in range(HALF):
        even, odd, n, m = bits[i], bits[HALF + i], size[i], size[HALF + i]
        out[i] = u16(mulhi16(even, n) | u16(mulhi16(odd, m) << u16(8)))
        suspect = u16(suspect | u16(u16(even * n) < n) | u16(u16(odd * m) < m))
    return suspect


@kernel
def _flag(bits, size, flag):
    no_overlap()
    for i in range(LANES):
        n = size[i]
        flag[i] = u16(u16(bits[i] * n) < n)


@kernel
def _repair(stream, bits, size, out, flag):
    """Give each lane in the zone of bias a number from a hash of its own word."""
    out_of_line()
    _flag(bits, size, flag)
    words = flag.view(u64)
    for w in range(WORDS):
        if words[w]:
            for i in range(4 * w, 4 * w + 4):
                if flag[i]:
                    n = u64(size[i])
                    if n > u64(0) and (u64(bits[i]) * n & u64(65535)) < u64(65536) % n:
                        fresh = mix(stream[4 * WORDS + w] + u64(i + 1) * _GAMMA) >> u64(32)
                        lane = 2 * i if i < HALF else 2 * (i - HALF) + 1
                        out[lane] = u8((fresh * n) >> u64(32))


@kernel
def _one_less(size):
    no_overlap()
    for i in range(LANES):
        size[i] = u16(size[i] - u16(1))


@kernel
def draw(table, s, out, size):
    """Draw ``out[lane]`` uniformly from 0 .. size - 1 by stream s, then take one from each size.

    ``size`` holds the even lanes, then the odd lanes.
    """
    stream = table.rng[s]
    advance(stream)
    bits = stream[4 * WORDS : 5 * WORDS].view(u16)
    if _bounded(bits, size, out.view(u16)):
        _repair(stream, bits, size, out, table.flag[0])
    _one_less(size)


@kernel
def _bounded_same(bits, out, n, threshold):
    no_overlap()
    suspect = u16(0)
    for i in range(HALF):
        even, odd = bits[i], bits[HALF + i]
        out[i] = u16(mulhi16(even, n) | u16(mulhi16(odd, n) << u16(8)))
        suspect = u16(suspect | u16(u16(even * n) < threshold) | u16(u16(odd * n) < threshold))
    return suspect


@kernel
def _bound_all(stream, out, n):
    """Turn a stream's fresh words into numbers from 0 .. n - 1."""
    bits = stream[4 * WORDS : 5 * WORDS].view(u16)
    n16 = u16(n)
    threshold = u16(65536 % n)
    if _bounded_same(bits, out.view(u16), n16, threshold):
        for lane in range(LANES):
            i = lane // 2 + (lane & 1) * HALF
            if u16(bits[i] * n16) < threshold:
                fresh = mix(stream[4 * WORDS + i // 4] + u64(i + 1) * _GAMMA) >> u64(32)
                out[lane] = u8((fresh * u64(n)) >> u64(32))


@kernel
def draw_same(table, s, out, n):
    """Draw ``out[lane]`` uniformly from 0 .. n - 1, the same n in all lanes."""
    stream = table.rng[s]
    advance(stream)
    _bound_all(stream, out, n)


@kernel
def _bounded_small(bits, size, out):
    no_overlap()
    for i in range(HALF):
        n = size[i]
        even = mulhi16(bits[i], u16(n & u16(255)))
        out[i] = u16(even | u16(mulhi16(bits[HALF + i], u16(n >> u16(8))) << u16(8)))


@kernel
def draw_tie(table, s, out, size):
    """Draw ``out[lane]`` from 0 .. size[lane] - 1 to break a tie; biased by less than size / 65536."""
    stream = table.rng[s]
    advance(stream)
    bits = stream[4 * WORDS : 5 * WORDS].view(u16)
    _bounded_small(bits, size.view(u16), out.view(u16))


@inline
def _moment(table, purpose):
    return u64(table.round_now * 64 + table.turn) * u64(1 << 20) + u64(purpose)


@kernel
def draw_lane(table, s, purpose, lane, n):
    """Draw a number from 0 .. n - 1 for one lane: a hash of the stream's key, the moment and the purpose.

    No state moves, so a lane's number does not depend on which other lanes draw. Bias below n / 2**32.
    """
    stream = table.rng[s]
    moment = _moment(table, purpose)
    word = mix(mix(stream[KEY] + moment * _GAMMA) + u64(lane + 1) * _STREAM)
    return i64((word >> u64(32)) * u64(n) >> u64(32))


@kernel
def _scatter(stream, moment):
    """Fill a stream's fresh words by a hash of its key and a moment; its state does not move."""
    no_overlap()
    base = mix(stream[KEY] + moment * _GAMMA)
    for i in range(WORDS):
        stream[4 * WORDS + i] = mix(base + u64(i + 1) * _STREAM)


@kernel
def draw_same_at(table, s, purpose, out, n):
    """Draw as `draw_same` does, by a hash of stream s, the moment and the purpose.

    A lane's number does not depend on what was drawn before.
    """
    stream = table.rng[s]
    _scatter(stream, _moment(table, purpose))
    _bound_all(stream, out, n)


@kernel
def draw_tie_at(table, s, purpose, out, size):
    """Draw as `draw_tie` does, by a hash of stream s, the moment and the purpose."""
    stream = table.rng[s]
    _scatter(stream, _moment(table, purpose))
    bits = stream[4 * WORDS : 5 * WORDS].view(u16)
    _bounded_small(bits, size.view(u16), out.view(u16))


@kernel
def _below(bits, out, share):
    """1 in the lanes whose 16 bits are below the share."""
    no_overlap()
    for i in range(HALF):
        even, odd = u32(bits[i]), u32(bits[HALF + i])
        out[i] = u16(u16(even < share) | u16(u16(odd < share) << u16(8)))


@kernel
def happens_at(table, s, purpose, out, share):
    """Set lanes to 1 with a probability of share / 65536, else to 0: by a hash, as `draw_same_at` draws."""
    stream = table.rng[s]
    _scatter(stream, _moment(table, purpose))
    _below(stream[4 * WORDS : 5 * WORDS].view(u16), out.view(u16), u32(share))
