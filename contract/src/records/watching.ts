import { z } from 'zod'
import { visibleFields } from '../query/fields.ts'
import type { Declaration } from '../collections/declaration.ts'
import { CollectionName } from '../collections/names.ts'
import { Reference } from '../ids.ts'
import type { Actor } from '../session.ts'

/** How much one person can watch. */
export const maxWatchedRecords = 500
export const maxWatchedViews = 20
/** A view that shows more records is not watched: which ones entered it could not be told in bounded work. */
export const maxRecordsOfWatchedView = 2_000

/** Changes of a record within this time are told together. */
export const watchedChangesGatheredMs = 60_000

/** The rules of alerts about what a person watches. The alert leads to the record, or to the view. */
export const watchRules = { record: 'watched-record', view: 'watched-view' } as const

/** Records with notes can be watched; messages and alerts cannot. */
export const isWatchable = ({ tabs }: Pick<Declaration, 'tabs'>): boolean => tabs.includes('Notes')

const assignments: readonly string[] = ['assignedTo', 'assignedOrg', 'accountManager']

/** The fields whose changes the actor is told of, in this order: status, due date, who works on it. */
export function watchedFields(declaration: Declaration, actor: Actor): string[] {
  const readable = new Set(visibleFields(declaration, actor).map(([name]) => name))
  const names = ['status', declaration.deadline?.field ?? '', ...assignments]
  return names.filter((name) => readable.has(name) && Object.hasOwn(declaration.fields, name))
}

/** Body of `POST /{collection}/{pid}/watch` and `POST /views/{pid}/watch`. */
export const WatchChange = z.strictObject({ isWatching: z.boolean() })

/** Response of `GET` and `POST /{collection}/{pid}/watch`. `watchers` is null for clients. */
export const RecordWatch = z.object({ isWatching: z.boolean(), watchers: z.array(Reference).nullable() })
export type RecordWatch = z.infer<typeof RecordWatch>

/** A record that a person watches. */
const WatchedRecord = z.object({ collection: CollectionName, pid: z.string(), title: z.string() })

/** A view that a person watches. `isTooLarge`: it shows more than `maxRecordsOfWatchedView` records now. */
const WatchedView = z.object({
  pid: z.string(),
  name: z.string(),
  collection: CollectionName,
  isTooLarge: z.boolean(),
})

/** Response of `GET /watches` and `POST /views/{pid}/watch`: what the caller watches and may read, newest first. */
export const Watches = z.object({ records: z.array(WatchedRecord), views: z.array(WatchedView) })
export type Watches = z.infer<typeof Watches>
