import { z } from 'zod'
import { readOverrides } from './overrides.ts'
import type { Override } from './overrides.ts'

/** How long an override stays active before the developer must confirm it again. */
export const overrideLifetimeMs = 60 * 60 * 1000

/** Body of `POST /api/federation/overrides`, in the format of `?override=`. */
export const OverrideBody = z.strictObject({ overrides: z.string().min(1).max(1_000) })

/**
 * The override state in the document: whether the portal allows overrides, which are active, and until when.
 */
export interface OverrideState {
  allowed: boolean
  untilMs: number
  overrides: readonly Override[]
}

const written = (overrides: readonly Override[]) =>
  overrides.map(({ name, origin }) => `${name}@${origin}`).join(',')

/**
 * Serializes the state for the document: `off`, `allowed`, or `allowed|<until>|mail@http://localhost:4581`.
 * It contains no spaces and no quotes, because attributes in the minified document are not quoted.
 */
export function writeOverrideState({ allowed, untilMs, overrides }: OverrideState): string {
  if (!allowed) return 'off'
  return overrides.length === 0 ? 'allowed' : `allowed|${untilMs}|${written(overrides)}`
}

/** Parses the state; invalid text means off. */
export function readOverrideState(text: string | null | undefined): OverrideState {
  const [word, until = '0', list] = (text ?? '').split('|')
  return {
    allowed: word === 'allowed',
    untilMs: /^\d{1,16}$/.test(until) ? Number(until) : 0,
    overrides: word === 'allowed' ? readOverrides(list) : [],
  }
}
