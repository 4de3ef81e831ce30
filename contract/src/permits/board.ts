import { z } from 'zod'

const ObjectOfAnything = z.record(z.string(), z.unknown())

/** Cards a column shows at first, and at most. */
export const boardCards = { usual: 20, most: 100 } as const

/**
 * Fields of a permit on its card; those masked for the caller are absent. `version` goes with a drag, so that
 * a stale one is told.
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
 * Query of `GET /permits/board` and `GET /processed/board`: what the list of the same page takes, and how
 * many cards a column.
 */
export const BoardQuery = z.strictObject({
  filter: ObjectOfAnything.optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  cards: z.int().min(1).max(boardCards.most).optional(),
})
export type BoardQuery = z.infer<typeof BoardQuery>

/**
 * One status of the board: the exact count of its records, and the first cards, those longest in it first.
 * Further cards are the list with
 * `{ and: [<filter of the board>, { status }] }`, sort `statusChangedAt`, from page 2 on with `pageSize` =
 * cards.
 */
export const BoardColumn = z.object({
  status: z.string(),
  count: z.int(),
  cards: z.array(z.looseObject({ pid: z.string(), version: z.int(), status: z.string() })),
})
export type BoardColumn = z.infer<typeof BoardColumn>

/**
 * Answer of the board: a column for every status of the bucket in the order of the map, empty ones too (DRAFT
 * for clients alone).
 */
export const Board = z.object({ columns: z.array(BoardColumn), metadata: z.object({ count: z.int() }) })
export type Board = z.infer<typeof Board>
