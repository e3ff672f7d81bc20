"""The checksums of dumps (CRC-64) and of frames (CRC-32C), for tests that make or read such bytes themselves."""


def _table(polynomial):
    """Of a CRC that takes the lowest bit first, a byte at a time."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (polynomial if byte & 1 else 0)
        table.append(byte)
    return table


_CRC64, _CRC32C = _table(0x95AC9329AC4BC9B5), _table(0x82F63B78)


def _crc(table, crc, data):
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ crc >> 8
    return crc


def crc64(data):
    return _crc(_CRC64, 0, data)


def crc32c(data):
    return _crc(_CRC32C, 0xFFFFFFFF, data) ^ 0xFFFFFFFF


def dump_payload(value):
    """What DUMP answers for a type and a value: with the version of Redis 7.0 and the checksum behind them."""
    value = bytes(value) + b"\x0a\x00"
    return value + crc64(value).to_bytes(8, "little")
