import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { givenPermits, givenSource, runFeed, said } from './test-support/given-feed.ts'
import { ScriptedFeed } from './test-support/scripted-feed.ts'

/** Files as offices of cities save them. */

let portal: TestApp
let people: Record<Role, Person>
const feed = new ScriptedFeed()
const other = new FeedServer()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await feed.listen()
  await other.listen()
  await givenPermits(portal, [
    { number: '24010-10000-00123', status: 'ISSUED' },
    { number: '24010-10000-00124', status: 'ISSUED' },
  ])
})
after(async () => {
  await feed.close()
  await other.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.deps.database.query('delete from authority_sources', [])
})

/** One run over a file with this body. */
async function read(body: string | Uint8Array, headers: Record<string, string> = {}) {
  feed.script = () => ({ body, headers })
  const source = await givenSource(portal, people.admin, other, {
    dialect: 'csv',
    address: `${feed.origin}/permits.csv`,
    dataset: null,
    fields: { number: 'PERMIT_NBR', status: 'STATUS', issuedDate: 'ISSUE_DATE' },
    statuses: {
      'Geprüft – Final': { to: 'CLOSED', policy: 'propose' },
      Issued: { to: 'ISSUED', policy: 'propose' },
    },
  })
  const { stopped, verified, proposals } = await runFeed(portal, source)
  return stopped === undefined ? [verified, proposals] : said({ stopped })
}
const table = [
  'PERMIT_NBR,STATUS,ISSUE_DATE,NOTE',
  '24010-10000-00123,Geprüft – Final,2026-03-01T00:00:00.000,"two\r\nlines, ""quoted"""',
  '24010-10000-00124,issued ,2026-03-01,',
  '',
].join('\r\n')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
/** The bytes of Windows: the dash is the only character that Latin 1 does not have. */
const windows = Buffer.from(table.replace('–', '\u0096'), 'latin1')

test('a file is read whatever its encoding and its delimiter', async () => {
  const files: [name: string, body: string | Uint8Array, headers?: Record<string, string>][] = [
    ['UTF-8', table],
    ['UTF-8 with a mark', `\ufeff${table}`],
    ['UTF-16', utf16(table)],
    ['UTF-16, the other order', utf16(table).swap16()],
    ['Windows-1252', windows],
    ['Windows-1252 by its header', windows, { 'content-type': 'text/csv; charset="Windows-1252"' }],
    ['line feeds', table.replaceAll('\r\n', '\n')],
    ['semicolons', table.replaceAll(/,(?! )/g, ';')],
    ['tabs', table.replaceAll(/,(?! )/g, '\t')],
    ['bars', table.replaceAll(/,(?! )/g, '|')],
  ]
  for (const [name, body, headers] of files) assert.deepEqual(await read(body, headers), [1, 1], name)
})

test('a file that cannot be read says where and why', async () => {
  const wrong: [name: string, body: string | Uint8Array, says: RegExp, headers?: Record<string, string>][] = [
    [
      'too few cells',
      `${table}24010-10000-00125,Issued\r\n`,
      /Row 3 of the feed has another number of cells/,
    ],
    ['too many cells', `${table}24010-10000-00125,Issued,a,b,c\r\n`, /Row 3 of the feed has another number/],
    ['a stray quote', `${table}24010-10000-00125,Issued,24" main,\r\n`, /Row 3 of the feed has a quote/],
    ['an open quote', `${table}24010-10000-00125,Issued,"a,\r\n`, /complete CSV/],
    ['a long line', `${table}24010-10000-00125,Issued,a,${'x'.repeat(1_100_000)}\r\n`, /longer than 1 MiB/],
    ['a column twice', table.replace('NOTE', 'STATUS '), /has the column STATUS more than once/],
    ['no text', gzipSync(table), /complete CSV|compressed/],
    ['compressed', gzipSync(table), /compressed/, { 'content-encoding': 'gzip' }],
  ]
  for (const [name, body, says, headers] of wrong) assert.match(String(await read(body, headers)), says, name)
})
