import { z } from 'zod'
import { readOverrides } from './overrides.ts'
import type { Override } from './overrides.ts'

/** How long a part may come from a developer's own machine before it is asked again. */
export const overrideLifetimeMs = 60 * 60 * 1000

/** Body of `POST /api/federation/overrides`, in the form of `?override=`. */
export const OverrideBody = z.strictObject({ overrides: z.string().min(1).max(1_000) })

/** What the document says of overrides: whether this portal takes any, and which are in force until when. */
export interface OverrideState {
  allowed: boolean
  untilMs: number
  overrides: readonly Override[]
}

const written = (overrides: readonly Override[]) =>
  overrides.map(({ name, origin }) => `${name}@${origin}`).join(',')

/**
 * The state as the document carries it: `off`, `allowed`, or `allowed|<until>|mail@http://localhost:4581`. It
 * holds no blank and no quote, as the attributes of a minified document have no quotes around them.
 */
export function writeOverrideState({ allowed, untilMs, overrides }: OverrideState): string {
  if (!allowed) return 'off'
  return overrides.length === 0 ? 'allowed' : `allowed|${untilMs}|${written(overrides)}`
}

/** Reads the state; what cannot be read is off. */
export function readOverrideState(text: string | null | undefined): OverrideState {
  const [word, until = '0', list] = (text ?? '').split('|')
  return {
    allowed: word === 'allowed',
    untilMs: /^\d{1,16}$/.test(until) ? Number(until) : 0,
    overrides: word === 'allowed' ? readOverrides(list) : [],
  }
}
