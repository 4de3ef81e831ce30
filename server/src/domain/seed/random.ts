import { createHash } from 'node:crypto'
import { makePid } from '@portal/contract'

/** Reproducible random source: the same key gives the same values on every machine. */
export interface SeedRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from `least` to `most`, inclusive. */
  int(least: number, max: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One member of a list, which must not be empty. */
  pick<Member>(members: readonly Member[]): Member
  /** One key of a table of weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key
  /** A record identifier with this creation time. */
  pid(at: Date): string
  /** An independent random source, not affected by values drawn here. */
  fork(key: string): SeedRandom
}

/** An integer from 0 to 2^32 - 1 that depends only on the text. */
export function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** Hash of a text as a fraction from 0 (inclusive) to 1 (exclusive). */
export function fractionOf(text: string): number {
  return hashOf(text) / 2 ** 32
}

/**
 * Hashes a counter into 32 bits (the finalizer of MurmurHash3), which is sufficient for generated records.
 */
export function createRandom(key: string): SeedRandom {
  let state = hashOf(key)
  function draw(): number {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }
  const next = () => draw() / 2 ** 32
  const int = (least: number, max: number) => least + Math.floor(next() * (max - least + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(members) {
      const member = members[int(0, members.length - 1)]
      if (member === undefined) throw new RangeError('Cannot pick from an empty list')
      return member
    },
    weighted(weights) {
      const entries = Object.entries<number>(weights)
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const key in weights) {
        rest -= weights[key]
        if (rest < 0) return key
      }
      throw new RangeError('The weights of a choice add up to nothing')
    },
    pid: (at) => makePid(at.getTime(), Uint8Array.from({ length: 16 }, draw)),
    fork: (part) => createRandom(`${key}/${part}`),
  }
}
