import { z } from 'zod'
import { drawerTabs } from '../collections/declaration.ts'
import type { DrawerTab } from '../collections/declaration.ts'
import type { Sayable } from '../sentence.ts'

/**
 * One reason against a step: a stable code with its facts, and the tab of the record on which it is settled;
 * null where it is not settled there.
 */
export const Blocker = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  tab: z.enum(drawerTabs).nullable(),
})
export type Blocker = z.infer<typeof Blocker>

/** A blocker with its sentence, as guards say it. */
export interface Unmet extends Blocker {
  sentence: Sayable
}

/** What stands against a step, in a sentence; `tab` is where it is settled. */
export function unmet(
  code: string,
  sentence: Sayable,
  tab: DrawerTab | null = null,
  params: Blocker['params'] = {},
): Unmet {
  return { code, params, tab, sentence }
}

/** The blocker without its sentence, as it goes over the wire beside it. */
export const toBlocker = ({ code, params, tab }: Unmet): Blocker => ({ code, params, tab })
