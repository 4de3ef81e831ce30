import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'
import { Pid } from '../ids.ts'

/** What an app is called on the screen, by language. */
export const AppName = z.object({ en: z.string(), es: z.string() })

/** A third-party app that a viewer may open: where the shell shows it. */
export const AppEntry = z.object({
  pid: Pid,
  name: AppName,
  /** Whether it has a page in the menu. */
  page: z.boolean(),
  /** Collections whose records have a tab of it. */
  collections: z.array(CollectionName),
})
export type AppEntry = z.infer<typeof AppEntry>
