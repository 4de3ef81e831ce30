import { collectionNames, collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { calendarDays, hasCalendar, maskedField, secrets } from './cast.ts'
import {
  administratorsVerdict,
  calendarVerdict,
  changeSeveralVerdict,
  changeVerdict,
  createVerdict,
  deleteVerdict,
  filesVerdict,
  followVerdict,
  listVerdict,
  maskedVerdict,
  moneyVerdict,
  noteVerdict,
  permitStepVerdict,
  readVerdict,
  signOffVerdict,
  taskStepVerdict,
  uploadVerdict,
} from './verdicts.ts'
import type { ExpectVerdict } from './verdicts.ts'

export interface Endpoint {
  name: string
  expected: ExpectVerdict
  request: (collection: CollectionName, pid: string) => InjectOptions
  /** Limits the endpoint to these collections. */
  only?: readonly CollectionName[]
  /** Number of rows in the response. If given, only rows in scope may be counted. */
  rows?: (response: LightMyRequestResponse, pid: string) => number
  /** The call has an effect, so it is only sent if it must be refused. */
  refusalsOnly?: boolean
  /** Reads or writes one record, so it is also tested with records that moved. */
  isOfRecord?: boolean
}

type Text = (collection: CollectionName, pid: string) => string

const crud =
  (
    method: string,
    path: Text,
    rest: (collection: CollectionName, pid: string) => object = () => ({}),
  ): Endpoint['request'] =>
  (collection, pid) => ({
    method: 'POST',
    url: '/api/crud',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ apiPath: path(collection, pid), method, ...rest(collection, pid) }),
  })
const get =
  (url: Text): Endpoint['request'] =>
  (collection, pid) => ({ method: 'GET', url: url(collection, pid) })

const counted = (response: LightMyRequestResponse) =>
  response.json<{ metadata: { count: number } }>().metadata.count
const filtered = (_: CollectionName, pid: string) => ({ query: { filter: { pid } } })
const list: Text = (name) => name
const one: Text = (name, pid) => `${name}/${pid}`
const below =
  (path: string): Text =>
  (name, pid) =>
    `${name}/${pid}/${path}`
const exported = (query: (pid: string) => string) =>
  get((name, pid) => `/api/export/${name}?format=csv&${query(pid)}`)
const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`

function ofRecords(list: readonly Endpoint[]): Endpoint[] {
  return list.map((endpoint) => ({ ...endpoint, isOfRecord: true }))
}

/** Queries for records. Access depends on the collection, and within it on the row. */
const finding = ofRecords([
  { name: 'list', expected: listVerdict, request: crud('GET', list, filtered), rows: counted },
  {
    name: 'list by equality',
    expected: listVerdict,
    request: crud('GET', list, (_, pid) => ({ query: { pid } })),
    rows: counted,
  },
  {
    name: 'search',
    expected: listVerdict,
    request: crud(
      'GET',
      (name) => `${name}/search`,
      (_, pid) => ({ query: { searchToken: '', filter: { pid } } }),
    ),
    rows: counted,
  },
  {
    name: 'count',
    expected: listVerdict,
    request: crud(
      'GET',
      () => 'count',
      (collection, pid) => ({ query: { collection, aggregate: [{ match: { pid } }, { count: 'total' }] } }),
    ),
    rows: (result) => result.json<{ total: number }>().total,
  },
  ...['title', 'createdAt'].map((field): Endpoint => ({
    name: `distinct ${field}`,
    expected: listVerdict,
    request: crud(
      'GET',
      (name) => `${name}/fields/${field === 'title' ? collections[name].titleField : field}`,
      filtered,
    ),
    rows: (result) =>
      result.json<{ values: { count: number }[] }>().values.reduce((sum, { count }) => sum + count, 0),
  })),
  {
    name: 'groups',
    expected: listVerdict,
    request: crud(
      'GET',
      (name) => `${name}/groups`,
      (_, pid) => ({ query: { groupBy: 'createdAt', filter: { pid } } }),
    ),
    rows: (result) =>
      result.json<{ groups: { count: number }[] }>().groups.reduce((sum, { count }) => sum + count, 0),
  },
  {
    // The cast has every date of a collection in these days.
    name: 'calendar',
    expected: calendarVerdict,
    only: collectionNames.filter((name) => hasCalendar(collections[name])),
    request: crud(
      'GET',
      () => 'calendar',
      (collection) => ({ query: { ...calendarDays, collections: [collection] } }),
    ),
    rows: (result, asked) => {
      const { entries } = result.json<{ entries: { pid: string }[] }>()
      return entries.some(({ pid }) => pid === asked) ? 1 : 0
    },
  },
  {
    name: 'export',
    expected: listVerdict,
    request: exported((pid) => filter({ pid })),
    rows: (result) => result.body.trim().split('\n').length - 1,
  },
])

/** Reads of one record and its related data. */
const reading = ofRecords([
  { name: 'one record', expected: readVerdict, request: crud('GET', one) },
  { name: 'notes', expected: readVerdict, request: crud('GET', below('notes')) },
  { name: 'history', expected: readVerdict, request: crud('GET', below('history')) },
  { name: 'related', expected: readVerdict, request: crud('GET', below('related')) },
  {
    name: 'documents of a package',
    expected: readVerdict,
    only: ['rts'],
    request: get((_, pid) => `/api/files/documents/${pid}`),
  },
  {
    name: 'all files of a permit',
    expected: readVerdict,
    only: ['permits', 'processed'],
    request: get((_, pid) => `/api/files/permits/${pid}`),
  },
  {
    name: 'files',
    expected: filesVerdict,
    request: get((name, pid) => `/api/aws/listFiles?parentId=${name}/${pid}`),
  },
  ...(
    [
      ['transitions', ['permits', 'processed', 'tasks', 'ctasks', 'payments', 'rts', 'orgs']],
      ['conditions', ['permits', 'processed', 'orgs']],
      ['corrections', ['permits', 'processed']],
      ['pipeline', ['permits', 'processed', 'rts', 'payments']],
      ['expected-dates', ['permits', 'processed']],
      ['following', ['permits', 'processed']],
      ['people', ['permits', 'processed']],
      ['allocations', ['permits', 'processed', 'payments']],
      ['sign-off', ['rts']],
    ] as const
  ).map(([path, only]): Endpoint => ({
    name: path,
    expected: readVerdict,
    request: crud('GET', below(path)),
    only,
  })),
])

/** Writes. An empty body is refused only after authorization, so it changes nothing. */
const writing: readonly Endpoint[] = [
  {
    name: 'change',
    expected: changeVerdict,
    request: crud('PATCH', one, () => ({ body: { version: 2_147_483_647 } })),
    isOfRecord: true,
  },
  {
    name: 'change several',
    expected: changeSeveralVerdict,
    request: crud('PATCH', list, (_, pid) => ({ body: { pids: [pid], patch: { nothing: 1 } } })),
  },
  { name: 'deleted', expected: administratorsVerdict, request: crud('GET', (name) => `${name}/deleted`) },
  {
    name: 'restore',
    expected: administratorsVerdict,
    request: crud('POST', below('restore')),
    refusalsOnly: true,
  },
  ...(['merge', 'merge/undo'] as const).map((path): Endpoint => ({
    name: path,
    expected: administratorsVerdict,
    request: crud('POST', below(path)),
    only: ['orgs'],
    refusalsOnly: true,
  })),
  {
    name: 'ask for a certificate',
    expected: administratorsVerdict,
    request: crud('POST', below('certificates/licenceExpiry/request')),
    only: ['orgs'],
    refusalsOnly: true,
  },
  {
    name: 'preview of a merge',
    expected: administratorsVerdict,
    request: crud('GET', below('merge')),
    only: ['orgs'],
    refusalsOnly: true,
  },
  {
    name: 'delete',
    expected: deleteVerdict,
    request: crud('DELETE', one),
    refusalsOnly: true,
    isOfRecord: true,
  },
  { name: 'make', expected: createVerdict, request: crud('POST', list, () => ({ body: {} })) },
  {
    name: 'write a note',
    expected: noteVerdict,
    request: crud('POST', below('notes'), () => ({ body: {} })),
    isOfRecord: true,
  },
  {
    name: 'people to mention in a note',
    expected: noteVerdict,
    request: crud('GET', below('mentionable')),
    isOfRecord: true,
  },
  {
    name: 'watch',
    expected: readVerdict,
    request: crud('POST', below('watch'), () => ({ body: {} })),
    isOfRecord: true,
  },
  {
    name: 'who watches',
    expected: readVerdict,
    request: crud('GET', below('watch')),
    isOfRecord: true,
  },
  {
    name: 'upload',
    expected: uploadVerdict,
    request: (name, pid) => ({
      method: 'POST',
      url: '/api/aws/createFile',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        name: 'a/b',
        parentId: `${name}/${pid}`,
        size: 1,
        mimeType: 'application/pdf',
      }),
    }),
    isOfRecord: true,
  },
  ...(['amend', 'renew'] as const).map((path): Endpoint => ({
    name: path,
    expected: followVerdict,
    request: crud('POST', below(path)),
    only: ['permits', 'processed'],
    refusalsOnly: true,
    isOfRecord: true,
  })),
  {
    name: 'withdraw',
    expected: permitStepVerdict,
    request: crud('POST', below('transitions'), () => ({ body: { to: 'WITHDRAWN', reason: 'x' } })),
    only: ['permits'],
    refusalsOnly: true,
    isOfRecord: true,
  },
  {
    name: 'hand in',
    expected: taskStepVerdict,
    request: crud('POST', below('transitions'), () => ({ body: { to: 'SUBMITTED' } })),
    only: ['ctasks'],
    refusalsOnly: true,
    isOfRecord: true,
  },
  ...(['APPROVE', 'RETURN'] as const).map((act): Endpoint => ({
    name: act,
    expected: signOffVerdict,
    request: crud('POST', below('sign-off'), () => ({ body: { act, reason: 'x' } })),
    only: ['rts'],
    isOfRecord: true,
  })),
  ...(['allocations', 'allocations/release'] as const).map((path): Endpoint => ({
    name: `POST ${path}`,
    expected: moneyVerdict,
    request: crud('POST', below(path), () => ({ body: { permit: 'x', amount: 1 } })),
    only: ['payments'],
    refusalsOnly: true,
    isOfRecord: true,
  })),
  {
    name: 'acknowledge',
    expected: changeVerdict,
    request: crud('POST', below('acknowledge')),
    only: ['alerts'],
    isOfRecord: true,
  },
  {
    name: 'record a payment',
    expected: moneyVerdict,
    request: crud(
      'POST',
      () => 'payments/record',
      (_, pid) => ({ body: { fee: pid, amount: 1, paidDate: '2026-01-01', method: 'CHECK' } }),
    ),
    only: ['payments'],
    refusalsOnly: true,
    isOfRecord: true,
  },
]

/** Queries that use a masked added field. */
const masked: readonly Endpoint[] = [
  {
    name: 'filter by masked',
    request: crud('GET', list, () => ({ query: { filter: { [maskedField]: secrets.masked } } })),
  },
  {
    name: 'equality of masked',
    request: crud('GET', list, () => ({ query: { [maskedField]: secrets.masked } })),
  },
  { name: 'sort by masked', request: crud('GET', list, () => ({ query: { sort: maskedField } })) },
  { name: 'field masked', request: crud('GET', list, () => ({ query: { fields: `pid,${maskedField}` } })) },
  {
    name: 'search by masked',
    request: crud(
      'GET',
      (name) => `${name}/search`,
      () => ({ query: { searchToken: '', filter: { [maskedField]: { isNotEmpty: true } } } }),
    ),
  },
  { name: 'values of masked', request: crud('GET', (name) => `${name}/fields/${maskedField}`) },
  {
    name: 'groups by masked',
    request: crud(
      'GET',
      (name) => `${name}/groups`,
      () => ({ query: { groupBy: maskedField } }),
    ),
  },
  {
    name: 'count of masked',
    request: crud(
      'GET',
      () => 'count',
      (collection) => ({
        query: { collection, aggregate: [{ match: { [maskedField]: secrets.masked } }, { count: 'total' }] },
      }),
    ),
  },
  { name: 'export by masked', request: exported(() => filter({ [maskedField]: secrets.masked })) },
  { name: 'export of masked', request: exported(() => `fields=${maskedField}`) },
].map((endpoint) => ({ ...endpoint, expected: maskedVerdict }))

/** Endpoints that do not depend on a collection. They are still tested with each one. */
const administrative: readonly Endpoint[] = [
  {
    name: 'sessions of a person',
    expected: administratorsVerdict,
    request: get((_, pid) => `/api/auth/users/${pid}/sessions`),
    refusalsOnly: true,
  },
  { name: 'access requests', expected: administratorsVerdict, request: get(() => '/api/auth/requests') },
  { name: 'links', expected: administratorsVerdict, request: get(() => '/api/auth/links') },
  { name: 'audit', expected: administratorsVerdict, request: get(() => '/api/auth/audit?pageSize=1') },
]

/** Tested with records of the own and of a foreign organization. */
export const endpoints: readonly Endpoint[] = [...finding, ...reading, ...writing, ...administrative]
/** Tested once per collection. */
export const maskedEndpoints: readonly Endpoint[] = masked
