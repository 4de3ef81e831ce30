import { z } from 'zod'

const ObjectOfAnything = z.record(z.string(), z.unknown())

/** Default and maximum number of cards per column. */
export const boardCards = { usual: 20, most: 100 } as const

/**
 * Permit fields on a card; fields masked for the caller are absent. A drag sends `version`, so that a stale
 * card is detected.
 */
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
 * Query of `GET /permits/board` and `GET /processed/board`: the list parameters of the same page, and the
 * number of cards per column.
 */
export const BoardQuery = z.strictObject({
  filter: ObjectOfAnything.optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  cards: z.int().min(1).max(boardCards.most).optional(),
})
export type BoardQuery = z.infer<typeof BoardQuery>

/**
 * One status column: the exact count of its records and the first cards, longest in the status first. Load
 * more cards with the list call: filter `{ and: [<filter of the board>, { status }] }`, sort
 * `statusChangedAt`, from page 2 with `pageSize` = cards.
 */
export const BoardColumn = z.object({
  status: z.string(),
  count: z.int(),
  cards: z.array(z.looseObject({ pid: z.string(), version: z.int(), status: z.string() })),
})
export type BoardColumn = z.infer<typeof BoardColumn>

/**
 * Response of the board: one column per status of the bucket in the order of the map, including empty
 * columns. Only clients get the column DRAFT.
 */
export const Board = z.object({ columns: z.array(BoardColumn), metadata: z.object({ count: z.int() }) })
export type Board = z.infer<typeof Board>
