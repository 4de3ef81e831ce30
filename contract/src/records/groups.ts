import { z } from 'zod'

const ObjectOfAnything = z.record(z.string(), z.unknown())
const Key = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Maximum number of lines of a grouped page including headers: a limit of the free data grid. */
export const maxGroupLines = 100
export const maxGroupFields = 3

/**
 * Query of `GET /{collection}/groups`. With `lines: true`, the response is the grouped page, ready to
 * display. `open` lists the open groups, each by its path of values (a reference by its pid, empty as null),
 * for example `[["SUBMITTED"], ["SUBMITTED", "AUSTIN_DSD"]]`; `"all"` opens all groups.
 */
export const GroupsQuery = z.strictObject({
  groupBy: z.string().min(1).max(300),
  filter: ObjectOfAnything.optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  scope: z.literal('all').optional(),
  sum: z.string().max(300).optional(),
  sort: z.string().max(500).optional(),
  lines: z.boolean().optional(),
  open: z.union([z.literal('all'), z.array(z.array(Key).min(1).max(maxGroupFields)).max(500)]).optional(),
  page: z.int().min(1).max(2_147_483_647).optional(),
})
export type GroupsQuery = z.infer<typeof GroupsQuery>

/**
 * One group: its key by field (references as `{ pid, title }`), the number of records, and the requested
 * sums.
 */
export const Group = z.object({
  key: z.record(z.string(), z.unknown()),
  count: z.number(),
  sums: z.record(z.string(), z.number()),
})
export type Group = z.infer<typeof Group>
export const Groups = z.object({ groups: z.array(Group) })

/** One line of a grouped page. `path` identifies a group in `open`. */
export const GroupLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('group'),
    field: z.string(),
    value: z.unknown(),
    path: z.array(Key),
    depth: z.int(),
    count: z.number(),
    sums: z.record(z.string(), z.number()),
    isOpen: z.boolean(),
  }),
  z.object({ kind: z.literal('record'), record: z.record(z.string(), z.unknown()) }),
])
export type GroupLine = z.infer<typeof GroupLine>

/** `count` is the number of records; `lines` is the number of lines on all pages. */
export const GroupedPage = z.object({
  lines: z.array(GroupLine),
  metadata: z.object({ count: z.number(), page: z.number(), pageSize: z.number(), lines: z.number() }),
})
export type GroupedPage = z.infer<typeof GroupedPage>
