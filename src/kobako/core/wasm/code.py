"""WebAssembly's instructions as bytes. An expression's code is that of its parts and then its own."""

from __future__ import annotations

import struct
from collections.abc import Iterable

# fmt: off
OPCODES = {
    "unreachable": 0x00, "block": 0x02, "loop": 0x03, "if": 0x04, "else": 0x05, "end": 0x0B, "br": 0x0C, "br_if": 0x0D,
    "return": 0x0F, "call": 0x10, "drop": 0x1A, "select": 0x1B, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22,
    "i64.load": 0x29, "f32.load": 0x2A, "f64.load": 0x2B, "i64.load8_s": 0x30, "i64.load8_u": 0x31,
    "i64.load16_s": 0x32, "i64.load16_u": 0x33, "i64.load32_s": 0x34, "i64.load32_u": 0x35, "i64.store": 0x37,
    "f32.store": 0x38, "f64.store": 0x39, "i64.store8": 0x3C, "i64.store16": 0x3D, "i64.store32": 0x3E,
    "i32.const": 0x41, "i64.const": 0x42, "f64.const": 0x44,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt": 0x53, "i64.gt": 0x55, "i64.le": 0x57, "i64.ge": 0x59,
    "i64.ge_u": 0x5A,
    "f64.eq": 0x61, "f64.ne": 0x62, "f64.lt": 0x63, "f64.gt": 0x64, "f64.le": 0x65, "f64.ge": 0x66,
    "i32.add": 0x6A, "i32.mul": 0x6C, "i32.and": 0x71, "i32.shl": 0x74,
    "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.div": 0x7F, "i64.rem": 0x81, "i64.and": 0x83,
    "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr": 0x87,
    "f64.abs": 0x99, "f64.neg": 0x9A, "f64.ceil": 0x9B, "f64.floor": 0x9C, "f64.sqrt": 0x9F, "f64.add": 0xA0,
    "f64.sub": 0xA1, "f64.mul": 0xA2, "f64.div": 0xA3,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_u": 0xAD, "i64.trunc_f64": 0xB0, "f32.demote_f64": 0xB6,
    "f64.convert_i64": 0xB9, "f64.promote_f32": 0xBB,
}
# fmt: on
TYPES = {"i32": 0x7F, "i64": 0x7E, "f32": 0x7D, "f64": 0x7C}
NO_TYPE = 0x40
COPY_MEMORY, FILL_MEMORY = bytes((0xFC, 0x0A, 0, 0)), bytes((0xFC, 0x0B, 0))


def op(*names: str) -> bytes:
    """Instructions without anything written behind them."""
    return bytes(OPCODES[name] for name in names)


def unsigned(n: int) -> bytes:
    """A whole number in groups of seven bits (LEB128)."""
    found = bytearray()
    while n >= 0x80:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes((*found, n))


def signed(n: int) -> bytes:
    """The same for one that may be negative."""
    found = bytearray()
    while not -0x40 <= n < 0x40:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes((*found, n & 0x7F))


def whole(n: int) -> bytes:
    """A whole number of the rules."""
    return op("i64.const") + signed(n)


def address(n: int) -> bytes:
    """An address, a size, or a truth."""
    return op("i32.const") + signed(n)


def fraction(x: float) -> bytes:
    """A fraction."""
    return op("f64.const") + struct.pack("<d", x)


def get(local: int) -> bytes:
    """Read a local variable."""
    return op("local.get") + unsigned(local)


def put(local: int) -> bytes:
    """Write a local variable."""
    return op("local.set") + unsigned(local)


def tee(local: int) -> bytes:
    """Write a local variable, and keep what was written on the stack."""
    return op("local.tee") + unsigned(local)


def call(function: int) -> bytes:
    """Call a function."""
    return op("call") + unsigned(function)


def branch(name: str, depth: int) -> bytes:
    """Leave a block that lies so many blocks around, or go to the start of a loop."""
    return op(name) + unsigned(depth)


def block(name: str, body: bytes, result: str | None = None) -> bytes:
    """A block, a loop, or what an `if` does."""
    return bytes((OPCODES[name], TYPES[result] if result else NO_TYPE)) + body + op("end")


def either(condition: bytes, one: bytes, other: bytes, result: str | None = None) -> bytes:
    """One or the other, by a condition."""
    return condition + block("if", one + op("else") + other if other else one, result)


def memory(instructions: Iterable[str], size: int, offset: int) -> bytes:
    """Read or write a number of so many bytes, so far behind an address. What only converts it has no address."""
    found = b""
    for name in instructions:
        found += op(name)
        if ".load" in name or ".store" in name:
            found += unsigned(size.bit_length() - 1) + unsigned(offset)
    return found
