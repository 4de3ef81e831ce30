import { z } from 'zod'
import { CollectionName } from './collections/names.ts'
import { Reference } from './ids.ts'
import { filledText } from './query/values.ts'
import { Role } from './roles.ts'

/**
 * Who can read a view: its owner, the people with their role, all staff (`everyone`), or all staff and
 * clients.
 */
export const viewVisibilities = ['mine', 'role', 'everyone', 'clients'] as const
const FieldName = z.string().max(100)
const maxFields = 500
const FieldNames = z.array(FieldName).max(maxFields)
const Width = z.int().min(80).max(600)

/**
 * The state of a table that a view stores. Everything except name and collection is optional and stored as
 * sent. Source: contract.md 2.
 */
const state = {
  name: filledText(120),
  collection: CollectionName,
  filters: z.record(z.string(), z.unknown()).optional(),
  match: z.enum(['all', 'any']).optional(),
  sort: z.string().max(500).optional(),
  hide: FieldNames.optional(),
  group: z.array(FieldName).max(3).optional(),
  order: FieldNames.optional(),
  widths: z
    .record(FieldName, Width)
    .refine((widths) => Object.keys(widths).length <= maxFields, `has more than ${maxFields} columns`)
    .optional(),
  /** Default `mine`. Clients cannot share views. */
  visibility: z.enum(viewVisibilities).optional(),
  /** The role that starts with this view. Set by administrators; a role has at most one per collection. */
  isDefaultFor: Role.nullable().optional(),
}

/** Body for saving the state of a table. `pid` is accepted but ignored; `version` makes a stale save fail. */
export const SavedView = z.strictObject({ pid: z.string().optional(), version: z.int().optional(), ...state })
export type SavedView = z.infer<typeof SavedView>

/** Body of `PATCH /views/{pid}`; absent properties do not change. */
export const ViewPatch = SavedView.partial()
export type ViewPatch = z.infer<typeof ViewPatch>

/** A view in a response. What an earlier release stored without a limit can be read. */
export const View = z.object({
  ...state,
  name: z.string(),
  group: z.array(z.string()).max(3).optional(),
  widths: z.record(z.string(), Width).optional(),
  pid: z.string(),
  version: z.int(),
  visibility: z.enum(viewVisibilities),
  isDefaultFor: Role.nullable(),
  owner: Reference.nullable(),
  /** Whether the reader may change or delete it: its owner, and administrators when it is shared. */
  mayChange: z.boolean(),
  /** Whether it is built in. A built-in view cannot be changed, only copied. */
  isReadyMade: z.literal(true).optional(),
})
export type View = z.infer<typeof View>

/** Query of `GET /views`: without a collection, the views of all collections that the reader can access. */
export const ViewsQuery = z.strictObject({ collection: z.string().optional() })

/**
 * Response of `GET /views`. Calls about a single view return the view, and also as the only element of
 * `views`.
 */
export const Views = z.object({ views: z.array(View) })
export type Views = z.infer<typeof Views>
