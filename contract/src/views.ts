import { z } from 'zod'
import { CollectionName } from './collections/names.ts'
import { Reference } from './ids.ts'
import { filledText } from './query/values.ts'
import { Role } from './roles.ts'

/**
 * Who reads a view: its maker, the people of their role, all staff (`everyone`), or all staff and all
 * clients.
 */
export const viewVisibilities = ['mine', 'role', 'everyone', 'clients'] as const
const FieldNames = z.array(z.string().max(100)).max(500)

/**
 * What a view keeps of a table's state. All but name and collection are optional and kept as sent. Source:
 * contract.md 2.
 */
const state = {
  name: filledText(120),
  collection: CollectionName,
  filters: z.record(z.string(), z.unknown()).optional(),
  match: z.enum(['all', 'any']).optional(),
  sort: z.string().max(500).optional(),
  hide: FieldNames.optional(),
  group: z.array(z.string()).max(3).optional(),
  order: FieldNames.optional(),
  widths: z.record(z.string(), z.int().min(80).max(600)).optional(),
  /** Absent is `mine`. Clients keep their views to themselves. */
  visibility: z.enum(viewVisibilities).optional(),
  /** The role whose people begin with this view; administrators set it, and a role has one a collection. */
  isDefaultFor: Role.nullable().optional(),
}

/**
 * A saved state of a table, as it is sent. `pid` may come along and means nothing; `version` refuses a stale
 * save.
 */
export const SavedView = z.strictObject({ pid: z.string().optional(), version: z.int().optional(), ...state })
export type SavedView = z.infer<typeof SavedView>

/** Body of `PATCH /views/{pid}`: what is absent stays. */
export const ViewPatch = SavedView.partial()
export type ViewPatch = z.infer<typeof ViewPatch>

/** A view as it is read. */
export const View = z.object({
  ...state,
  pid: z.string(),
  version: z.int(),
  visibility: z.enum(viewVisibilities),
  isDefaultFor: Role.nullable(),
  owner: Reference.nullable(),
  /** May the reader change or delete it: its owner, and administrators where it is shared. */
  mayChange: z.boolean(),
  /** Does it come with the portal? Then nobody changes it, and whoever wants another saves a copy. */
  isReadyMade: z.literal(true).optional(),
})
export type View = z.infer<typeof View>

/** Query of `GET /views`: without a collection the views of all that are open to the reader. */
export const ViewsQuery = z.strictObject({ collection: z.string().optional() })

/**
 * Answer of `GET /views`. The calls on one view answer the view itself, and it once more as the only one of
 * `views`.
 */
export const Views = z.object({ views: z.array(View) })
export type Views = z.infer<typeof Views>
