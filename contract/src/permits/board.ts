import { z } from 'zod'

const AnyFilter = z.record(z.string(), z.unknown())

/** Default and maximum number of cards per column. */
export const boardCards = { usual: 20, most: 100 } as const

/** Permit fields shown on a card. Those that the caller may not see are left out. */
export const cardFields = [
  'refNo',
  'title',
  'org',
  'permitType',
  'authority',
  'status',
  'bucket',
  'assignedTo',
  'priority',
  'targetDate',
  'statusChangedAt',
  'court',
  'paymentStatus',
  'expiryDate',
] as const

/**
 * Query of `GET /permits/board` and `GET /processed/board`: filter and search as in the list of the
 * same collection, and the number of cards per column.
 */
export const BoardQuery = z.strictObject({
  filter: AnyFilter.optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  cards: z.int().min(1).max(boardCards.most).optional(),
})
export type BoardQuery = z.infer<typeof BoardQuery>

/**
 * One status column: the exact count of its records and the first cards, longest in the status first. A move
 * sends the `version` of its card, so that a stale card is detected. To load more cards, call the list with
 * the filter and the search of the board, narrowed to the status, sorted by `statusChangedAt`, with a
 * `pageSize` of the number of cards asked for here, from page 2 on.
 */
export const BoardColumn = z.object({
  status: z.string(),
  count: z.int(),
  cards: z.array(z.looseObject({ pid: z.string(), version: z.int(), status: z.string() })),
})
export type BoardColumn = z.infer<typeof BoardColumn>

/**
 * Response of the board: one column per status of the bucket in the order of the status map, including
 * empty columns; `count` is their sum. Only clients get the column DRAFT: drafts are private to them.
 */
export const Board = z.object({ columns: z.array(BoardColumn), metadata: z.object({ count: z.int() }) })
export type Board = z.infer<typeof Board>
