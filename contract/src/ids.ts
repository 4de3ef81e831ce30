import { z } from 'zod'

/**
 * Opaque, time-ordered record identifier: 26 upper-case characters of Crockford base 32 (10 of time, 16
 * random).
 */
export const Pid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'is not a record identifier')
export type Pid = z.infer<typeof Pid>

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Creates a pid from a timestamp (milliseconds since 1970) and 16 random bytes. Later timestamps sort after
 * earlier ones. Pure, so that tests and seeds are deterministic.
 */
export function makePid(atMs: number, chance: Uint8Array): Pid {
  let time = ''
  for (let rest = Math.floor(atMs), place = 0; place < 10; place += 1, rest = Math.floor(rest / 32))
    time = alphabet.charAt(rest % 32) + time
  let tail = ''
  for (let place = 0; place < 16; place += 1) tail += alphabet.charAt((chance[place] ?? 0) % 32)
  return time + tail
}

/** A reference to a person or another record: its pid and title. */
export const Reference = z.object({ pid: z.string(), title: z.string() })
export type Reference = z.infer<typeof Reference>

/** The human-readable number of a record, for example `PM-2026-000123`: prefix, year, six digits. */
export function recordNumber(prefix: string, year: number, sequence: number): string {
  return `${prefix}-${year}-${String(sequence).padStart(6, '0')}`
}

/** Response of a call that created a record. */
export const CreatedPid = z.object({ pid: z.string() })
export type CreatedPid = z.infer<typeof CreatedPid>
