import { z } from 'zod'
import type { FeedFault } from '../feed-fault.ts'
import { missingColumn, refusedToken, slowDown, wrongStatus } from '../feed-fault.ts'
import { companyCondition, newestBy } from './company-condition.ts'
import { headerTime, knownTime, parseJson, sampleRows } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader } from './feed-client.ts'
import { columnsOf } from './soda2.ts'

const rowsPerPage = 1_000
const throttled = 429
const refused = [401, 403, 498, 499]

/** ArcGIS answers with HTTP 200 and an error in the body. */
const Failure = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    details: z.array(z.string()).nullish(),
  }),
})
const Layer = z.object({
  fields: z.array(z.object({ name: z.string() })).nullish(),
  editingInfo: z
    .object({ lastEditDate: z.number().nullish(), dataLastEditDate: z.number().nullish() })
    .nullish(),
})
const Features = z.object({
  features: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })),
  exceededTransferLimit: z.boolean().nullish(),
})

function faultOf(client: FeedClient, { error }: z.infer<typeof Failure>): FeedFault {
  if (refused.includes(error.code)) return refusedToken(error.code)
  if (error.code === throttled) return slowDown(60_000)
  const words = new Set([error.message, ...(error.details ?? [])].join(' ').match(/\w+/g))
  const column = columnsOf(client).find((name) => words.has(name))
  return column === undefined ? wrongStatus(error.code) : missingColumn(column)
}

async function request<Shape>(
  client: FeedClient,
  shape: z.ZodType<Shape>,
  path: string,
  parameters: Readonly<Record<string, string>>,
  etag: string | null = null,
) {
  const { token } = client.feed
  const url = client.url(path, { f: 'json', ...parameters, ...(token !== null && { token }) })
  const response = await client.call({ url, etag })
  if (response.status === 304) return { response, body: null }
  const body = parseJson(client, response.text, z.union([Failure, shape]))
  const failure = Failure.safeParse(body)
  if (failure.success) throw faultOf(client, failure.data)
  return { response, body: shape.parse(body) }
}

async function* pages(client: FeedClient, where: string, order: Readonly<Record<string, string>> = {}) {
  const outFields = columnsOf(client).join(',')
  for (let offset = 0; ;) {
    const { body } = await request(client, Features, '/query', {
      where,
      outFields,
      returnGeometry: 'false',
      ...order,
      // A layer without pages refuses every offset.
      ...(offset > 0 && { resultOffset: String(offset) }),
      resultRecordCount: String(rowsPerPage),
    })
    const rows = (body?.features ?? []).map(({ attributes }) => attributes)
    yield rows
    if (body?.exceededTransferLimit !== true || rows.length === 0) return
    offset += rows.length
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A layer of a FeatureServer. Its description names the columns and says when it was edited. */
export const arcgis: FeedReader = {
  async head(client, known): Promise<FeedHead> {
    const { response, body } = await request(client, Layer, '', {}, known.etag)
    const edited = knownTime(
      body?.editingInfo?.dataLastEditDate ?? body?.editingInfo?.lastEditDate ?? Number.NaN,
    )
    return {
      isUnchanged: response.status === 304,
      // The description of a layer without a time of edit stays the same when its rows change.
      etag: edited === null ? null : (response.headers['etag'] ?? null),
      newest: edited === null ? null : String(edited.getTime()),
      refreshedAt: edited ?? headerTime(response.headers, 'last-modified'),
      columns: body?.fields?.map(({ name }) => name) ?? null,
      isEmpty: false,
    }
  },
  byNumbers: (client, numbers) =>
    pages(client, `${client.feed.fields.number} IN (${numbers.map(quoted).join(',')})`),
  pages: (client) => pages(client, '1=1'),
  // How a day is written in a condition depends on the type of its column, so the days are compared here.
  byCompanies: (client, { names }) =>
    pages(client, companyCondition(client.feed.fields.client ?? '', names), {
      orderByFields: `${newestBy(client)} DESC`,
    }),
  async sample(client) {
    const { body } = await request(client, Features, '/query', {
      where: '1=1',
      outFields: '*',
      returnGeometry: 'false',
      resultRecordCount: String(sampleRows),
    })
    return (body?.features ?? []).map(({ attributes }) => attributes)
  },
}
