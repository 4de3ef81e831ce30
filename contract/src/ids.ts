import { z } from 'zod'

/**
 * Opaque, time-ordered record identifier: 26 characters of Crockford base 32 (10 of time, 16 of chance),
 * upper case.
 */
export const Pid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'is not a record identifier')
export type Pid = z.infer<typeof Pid>

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Makes a pid from an instant (milliseconds since 1970) and 16 chance bytes; later instants sort after
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

/** A person as shown beside a record, and every reference to another record: its pid and its title. */
export const Reference = z.object({ pid: z.string(), title: z.string() })
export type Reference = z.infer<typeof Reference>

/** The human number of a record, such as `PM-2026-000123`: prefix, year, six digits. */
export function recordNumber(prefix: string, year: number, sequence: number): string {
  return `${prefix}-${year}-${String(sequence).padStart(6, '0')}`
}

/** Answer of a call that made a record. */
export const CreatedPid = z.object({ pid: z.string() })
export type CreatedPid = z.infer<typeof CreatedPid>
