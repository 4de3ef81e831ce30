import type { NameQuery } from '../discovery/company-name.ts'
import type { CompanyQuery, FeedClient } from './feed-client.ts'

/** Its words are plain letters and digits, so nothing in it has to be escaped. */
const likePattern = ({ words, isAnchored }: NameQuery): string =>
  `${isAnchored ? '' : '%'}${words.join('%').toUpperCase()}%`

/** SQL of the rows whose company may be one of these. Names are compared exactly when the rows are read. */
export const companyCondition = (column: string, names: readonly NameQuery[]): string =>
  `(${names.map((name) => `upper(${column}) like '${likePattern(name)}'`).join(' or ')})`

/** The columns of the source that say when a permit was issued or applied for. */
const dayColumns = ({ feed: { fields } }: FeedClient): string[] =>
  [fields.issuedDate, fields.appliedDate].filter((column) => column !== undefined)

/** The column by which the newest rows come first. */
export const newestBy = (client: FeedClient): string => dayColumns(client)[0] ?? client.feed.fields.number

/** SoQL of the rows of these companies since a day. */
export function soqlCompanies(client: FeedClient, { names, since }: CompanyQuery): string {
  const days = dayColumns(client).map((column) => `${column} >= '${since}T00:00:00'`)
  return `${companyCondition(client.feed.fields.client ?? '', names)} and (${days.join(' or ')})`
}
