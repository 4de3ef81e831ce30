import { z } from 'zod'
import { Reference } from '../ids.ts'
import { StatusKey } from '../permits/status-map.ts'
import { maxPage, maxPageSize } from '../query/calls.ts'
import { filledSettingsText, filledText, settingsText, storableText } from '../query/values.ts'

/** How the feed of an authority is asked. */
export const feedDialects = ['soda2', 'soda3', 'arcgis', 'ckan', 'csv'] as const
export const FeedDialect = z.enum(feedDialects)
export type FeedDialect = z.infer<typeof FeedDialect>

/** Dialects whose rows are in a data set of the address. */
export const hasDataset = (dialect: FeedDialect): boolean => ['soda2', 'soda3', 'ckan'].includes(dialect)

/**
 * What happens when the authority's status differs from ours: nothing but the observation, a proposal, or a
 * proposal that the portal accepts by itself where no guard stands against it.
 */
export const feedPolicies = ['verify', 'propose', 'apply'] as const
export const FeedPolicy = z.enum(feedPolicies)
export type FeedPolicy = z.infer<typeof FeedPolicy>

/** Column names of a dialect. They become part of a query, so only a CSV file may have any text. */
const columnPatterns: Readonly<Record<FeedDialect, RegExp>> = {
  soda2: /^:?@?[A-Za-z0-9_]+$/,
  soda3: /^:?@?[A-Za-z0-9_]+$/,
  arcgis: /^[A-Za-z_][A-Za-z0-9_.]*$/,
  ckan: /^[^"\\]+$/,
  csv: /^.+$/,
}
/** Data sets become part of an address. */
const datasetPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/** The columns of a feed that mean something to the portal, in the order of the screen. */
export const feedFields = [
  'number',
  'status',
  'statusDate',
  'issuedDate',
  'expiryDate',
  'appliedDate',
  'link',
  'client',
] as const
export type FeedField = (typeof feedFields)[number]

const Column = filledSettingsText(100)

/** Which column of the feed holds what. */
export const FeedFields = z.strictObject({
  number: Column,
  status: Column,
  statusDate: Column.optional(),
  issuedDate: Column.optional(),
  expiryDate: Column.optional(),
  appliedDate: Column.optional(),
  link: Column.optional(),
  client: Column.optional(),
})
export type FeedFields = z.infer<typeof FeedFields>

export const FeedStatus = z.strictObject({ to: StatusKey, policy: FeedPolicy })
export type FeedStatus = z.infer<typeof FeedStatus>

/** Our status for each word of the authority. Words are compared without regard to case. */
export const FeedStatuses = z
  .record(settingsText(100), FeedStatus)
  .refine((map) => Object.keys(map).length <= 200, 'has more than 200 statuses')
  .refine(
    (map) => new Set(Object.keys(map).map(foldStatus)).size === Object.keys(map).length,
    'has a status twice',
  )
export type FeedStatuses = z.infer<typeof FeedStatuses>

/** A word of an authority as it is compared: without outer space and case. */
export function foldStatus(word: string): string {
  return word.normalize('NFC').trim().toLowerCase()
}

/**
 * A permit number as it is compared: without outer and doubled space and case. Its suffix is a part of it:
 * without, many numbers would name several permits.
 */
export function foldNumber(number: string): string {
  return number.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toUpperCase()
}

const Address = storableText(500).refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'is not a web address, such as https://data.example.gov',
)
/** It is sent in a header, which takes nothing else. */
const Token = filledText(500).refine(
  (text) => /^[\x21-\x7e]*$/.test(text),
  'is not a token: it only has visible ASCII characters',
)

const members = {
  authority: z.string().min(1).max(64),
  dialect: FeedDialect,
  address: Address,
  dataset: storableText(100).nullish(),
  /** Written only; it is never part of a response. Null removes it. */
  token: Token.nullish(),
  fields: FeedFields,
  statuses: FeedStatuses,
  intervalMinutes: z.int().min(1).max(10_080),
  staleAfterDays: z.int().min(1).max(3_650),
  isActive: z.boolean(),
  /** The feed is also asked for permits of clients that the portal does not have. */
  discovers: z.boolean(),
}

/** Body of `POST /authority-sources`. */
export const NewAuthoritySource = z.strictObject({
  ...members,
  statuses: FeedStatuses.default({}),
  intervalMinutes: members.intervalMinutes.default(1_440),
  staleAfterDays: members.staleAfterDays.default(3),
  isActive: z.boolean().default(true),
  discovers: z.boolean().default(false),
})
export type NewAuthoritySource = z.infer<typeof NewAuthoritySource>

/** Body of `PATCH /authority-sources/{pid}`. */
export const AuthoritySourcePatch = z
  .strictObject({ ...members, version: z.int().min(1).max(2_147_483_647) })
  .partial()
export type AuthoritySourcePatch = z.infer<typeof AuthoritySourcePatch>

type Shaped = Pick<NewAuthoritySource, 'dialect' | 'dataset' | 'fields'> & { discovers?: boolean }

/** The column that discovery needs and the source does not have; null when it has all of them. */
export function missingForDiscovery({
  client,
  issuedDate,
  appliedDate,
}: FeedFields): 'client' | 'issuedDate' | null {
  if (client === undefined) return 'client'
  return issuedDate === undefined && appliedDate === undefined ? 'issuedDate' : null
}

/** What does not fit a source: its path and code; null when everything does. */
export function sourceMismatch({
  dialect,
  dataset,
  fields,
  discovers = false,
}: Shaped): { path: string; code: 'required' | 'malformed' } | null {
  if (hasDataset(dialect) && !dataset) return { path: 'dataset', code: 'required' }
  if (dataset && !datasetPattern.test(dataset)) return { path: 'dataset', code: 'malformed' }
  const wrong = feedFields.find((name) => {
    const column = fields[name]
    return column !== undefined && !columnPatterns[dialect].test(column)
  })
  if (wrong !== undefined) return { path: `fields.${wrong}`, code: 'malformed' }
  const missing = discovers ? missingForDiscovery(fields) : null
  return missing === null ? null : { path: `fields.${missing}`, code: 'required' }
}

/**
 * Result of a run: how many calls it made, how many permits it checked, how many of them have the status of
 * the authority, how many proposals it made, and how many words of the authority the source does not know.
 * `stopped` says why it ended before it changed anything.
 */
export const FeedRunResult = z.object({
  calls: z.int(),
  checked: z.int(),
  verified: z.int(),
  proposals: z.int(),
  unknownStatuses: z.int(),
  /** Those of the proposals that wait for one decision of an administrator. */
  held: z.int(),
  /** Those of the proposals that were accepted at once, because the policy of their status says so. */
  applied: z.int(),
  /** Checked permits that are not in the feed. */
  missing: z.int(),
  /** Those whose status has a day after tomorrow. It does not count until then. */
  ahead: z.int().optional(),
  /** Those of which the feed has rows that contradict each other. They are not compared. */
  contradicted: z.int().optional(),
  /** The feed had no news: nothing was asked but that. */
  unchanged: z.boolean().optional(),
  /** Permits of clients that were discovered; absent where the run did not look for any. */
  discovered: z.int().optional(),
  /** Why discovery ended early. The rest of the run is not affected. */
  discoveryProblem: z.string().optional(),
  stopped: z.string().optional(),
})
export type FeedRunResult = z.infer<typeof FeedRunResult>

/** One run of a source. `stopped` and `discoveryProblem` of its result are in the language of the reader. */
export const FeedRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The person who started it; null for the schedule. */
  by: Reference.nullable(),
  result: FeedRunResult,
})
export type FeedRun = z.infer<typeof FeedRun>

/** Response of `GET /authority-sources/{pid}/runs`, newest first. */
export const FeedRuns = z.object({ runs: z.array(FeedRun) })
export type FeedRuns = z.infer<typeof FeedRuns>

/**
 * `waiting` before its first run, `running` when the last one succeeded, `failing` while it tries again by
 * itself, `stopped` until a person changes or starts it, `off` when a person switched it off.
 */
export const sourceStates = ['waiting', 'running', 'failing', 'stopped', 'off'] as const

/** A word of the authority that the source does not know, and in how many permits it was last seen. */
export const UnknownStatus = z.object({ status: z.string(), count: z.int() })

export const AuthoritySource = z.object({
  pid: z.string(),
  version: z.int(),
  authority: Reference,
  dialect: FeedDialect,
  address: z.string(),
  dataset: z.string().nullable(),
  hasToken: z.boolean(),
  fields: FeedFields,
  statuses: z.record(z.string(), FeedStatus),
  intervalMinutes: z.int(),
  staleAfterDays: z.int(),
  isActive: z.boolean(),
  /** False where the server is of the release before discovery. */
  discovers: z.boolean().default(false),
  state: z.enum(sourceStates),
  /** Why it is failing or stopped, in the language of the reader. */
  problem: z.string().nullable(),
  /** When the authority last refreshed its data. */
  refreshedAt: z.string().nullable(),
  /** Its data are older than `staleAfterDays`, so nothing counts as verified. */
  isStale: z.boolean(),
  nextRunAt: z.string().nullable(),
  lastRun: FeedRun.nullable(),
  unknownStatuses: z.array(UnknownStatus),
  /** Proposals that wait for one decision. */
  held: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AuthoritySource = z.infer<typeof AuthoritySource>

/** Response of `GET /authority-sources`, by the name of the authority. */
export const AuthoritySources = z.object({
  sources: z.array(AuthoritySource),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type AuthoritySources = z.infer<typeof AuthoritySources>

/** The paging of a list in a query. */
export const paging = {
  page: z.int().min(1).max(maxPage).default(1),
  pageSize: z.int().min(1).max(maxPageSize).default(50),
}

const SourceFilter = z.strictObject({
  authority: z.string().optional(),
  dialect: FeedDialect.optional(),
})
/** Query of `GET /authority-sources`. */
export const SourcesQuery = SourceFilter.extend({ ...paging, filter: SourceFilter.optional() })

/** Body of `POST /authority-sources/{pid}/held`: the one decision on all held proposals of a source. */
export const HeldDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('release') }),
  z.strictObject({ decision: z.literal('dismiss'), reason: storableText(1_000).pipe(z.string().min(1)) }),
])
export type HeldDecision = z.infer<typeof HeldDecision>

/**
 * Body of `POST /authority-sources/try`: a source as it would be, without storing it. `source` names the
 * stored one whose token is used when none is given.
 */
export const SourceTrial = NewAuthoritySource.extend({ source: z.string().max(64).optional() })
export type SourceTrial = z.infer<typeof SourceTrial>

/** A row of a feed as the portal reads it. */
export const FeedSampleRow = z.object({
  number: z.string(),
  status: z.string().nullable(),
  statusDate: z.string().nullable(),
  issuedDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  link: z.string().nullable(),
  client: z.string().nullable(),
})

/** Response of the trial: the columns of the feed, the first rows, and the statuses in them. */
export const SourceTrialResult = z.object({
  columns: z.array(z.string()),
  rows: z.array(FeedSampleRow),
  statuses: z.array(UnknownStatus),
  /** Why the feed could not be read; the rest is empty then. */
  problem: z.string().nullable(),
})
export type SourceTrialResult = z.infer<typeof SourceTrialResult>
