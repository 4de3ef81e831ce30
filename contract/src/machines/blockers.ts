import { z } from 'zod'
import { drawerTabs } from '../collections/declaration.ts'
import type { DrawerTab } from '../collections/declaration.ts'
import type { Sayable } from '../sentence.ts'

/**
 * One reason that blocks a transition: a stable code with its parameters, and the tab on which the user can
 * resolve it, or null.
 */
export const Blocker = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  tab: z.enum(drawerTabs).nullable(),
})
export type Blocker = z.infer<typeof Blocker>

/** A blocker with its sentence, as returned by guards. */
export interface Unmet extends Blocker {
  sentence: Sayable
}

/** Creates a blocker with its sentence; `tab` is where the user can resolve it. */
export function unmet(
  code: string,
  sentence: Sayable,
  tab: DrawerTab | null = null,
  params: Blocker['params'] = {},
): Unmet {
  return { code, params, tab, sentence }
}

/** The blocker without its sentence, for the API response. */
export const toBlocker = ({ code, params, tab }: Unmet): Blocker => ({ code, params, tab })
