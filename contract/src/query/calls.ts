import { z } from 'zod'
import { isShallow, tooDeep } from './nesting.ts'

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const shallow = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine(isShallow, { error: tooDeep, abort: true })

/** Body of `POST /api/crud`. Source: specification.md 7. */
export const CrudCall = z.strictObject({
  apiPath: z.string().min(1).max(500),
  method: z.enum(methods),
  query: shallow(z.record(z.string(), z.unknown())).optional(),
  body: shallow(z.unknown()).optional(),
})
export type CrudCall = z.infer<typeof CrudCall>

export const maxPage = 2_147_483_647
export const maxPageSize = 1_000

const Page = z.int('is not a whole number').min(1, 'is below 1').max(maxPage, `is above ${maxPage}`)
const PageSize = z
  .int('is not a whole number')
  .min(1, 'is below 1')
  .max(maxPageSize, `is above ${maxPageSize}`)
const Match = z.enum(['all', 'any'])
const ObjectOfAnything = z.record(z.string(), z.unknown())
export const maxSearchTokenLength = 200
const SearchToken = z
  .string('is not a text')
  .max(maxSearchTokenLength, `is longer than ${maxSearchTokenLength} characters`)

/** Reserved parameters of a list query; every other key is an equality condition `{field: value}`. */
export const listParameters = ['page', 'pageSize', 'sort', 'filter', 'match', 'fields', 'deleted'] as const

export const ListQuery = z.object({
  page: Page.optional(),
  pageSize: PageSize.optional(),
  sort: z.string().max(500).optional(),
  filter: ObjectOfAnything.optional(),
  match: Match.optional(),
  fields: z.string().max(5_000).optional(),
  deleted: z.boolean().optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

export const SearchQuery = z.strictObject({
  searchToken: SearchToken,
  filter: ObjectOfAnything.optional(),
  match: Match.optional(),
  page: Page.optional(),
  pageSize: PageSize.optional(),
  sort: z.string().max(500).optional(),
  /** The page need not wait for its count: it may be null, and the same search without this tells it. */
  count: z.literal('later').optional(),
  /** For permits: search both buckets. */
  scope: z.literal('all').optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** Paging of a list that belongs to one record, for example its history. */
export const PageQuery = z.strictObject({ page: Page.optional(), pageSize: PageSize.optional() })
export type PageQuery = z.infer<typeof PageQuery>

export const ValuesQuery = z.strictObject({
  filter: ObjectOfAnything.optional(),
  searchToken: SearchToken.optional(),
  limit: z.int().min(1).max(1_000).optional(),
  scope: z.literal('all').optional(),
})
export type ValuesQuery = z.infer<typeof ValuesQuery>

/** Query of `GET /count`: filters, then a final stage that counts into `total`; other stages are refused. */
export const CountQuery = z.strictObject({
  collection: z.string(),
  aggregate: z
    .array(
      z.union(
        [z.strictObject({ match: ObjectOfAnything }), z.strictObject({ count: z.literal('total') })],
        'is neither a match nor a count into total',
      ),
    )
    .min(1)
    .max(20)
    .refine(
      (stages) => stages.every((stage, index) => 'count' in stage === (index === stages.length - 1)),
      'ends in one count into total',
    ),
})
export type CountQuery = z.infer<typeof CountQuery>

/** The `metadata` of a list response; `count` is exact. */
export const Metadata = z.object({ count: z.number(), page: z.number(), pageSize: z.number() })
export type Metadata = z.infer<typeof Metadata>

/** The same of a page that may be answered before its count (`count: "later"`): then the count is null. */
export const PageMetadata = Metadata.extend({ count: z.number().nullable() })
export type PageMetadata = z.infer<typeof PageMetadata>

export const DistinctValues = z.object({
  field: z.string(),
  /** `codes` are the codes by which filters may name the record, where they may. */
  values: z.array(z.object({ value: z.unknown(), count: z.number(), codes: z.array(z.string()).optional() })),
})
export type DistinctValues = z.infer<typeof DistinctValues>
