import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { FeedFault } from '../feed-fault.ts'
import { feedNumberOf } from '../feed-row.ts'
import type { RawRecord } from '../feed-row.ts'
import { readCsv } from './csv.ts'

const fields = { number: 'no', status: 'st' }
const wanted =
  (...numbers: string[]) =>
  (record: RawRecord) =>
    numbers.includes(feedNumberOf(fields, record))
const file = (text: string) => ({ bytes: Buffer.from(text), contentType: 'text/csv' })
const table = (rows: number) =>
  `no,st,note\n${Array.from({ length: rows }, (_, at) => `A-${at},Final,"a note, ${'é😀'.repeat(10)}"\n`).join('')}`

test('other work has its turn while a large file is read, and only the rows that are asked for are kept', async () => {
  let [turns, isRead] = [0, false]
  const reading = readCsv(file(table(20_000)), fields, wanted('A-19999', 'A-3', 'B-1')).finally(() => {
    isRead = true
  })
  while (!isRead) {
    await nextTurn()
    turns += 1
  }
  const { columns, records, rows } = await reading
  assert.ok(turns > 10, `${turns} turns`)
  assert.deepEqual(columns, ['no', 'st', 'note'])
  assert.equal(rows, 20_000)
  assert.deepEqual(
    records.map((record) => ({ ...record })),
    [
      { no: 'A-3', st: 'Final' },
      { no: 'A-19999', st: 'Final' },
    ],
  )
})

test('a character of several bytes is whole wherever the file is cut', async () => {
  const long = `no,st\n${'A-1,😀\n'.repeat(30_000)}`
  const { records } = await readCsv(file(long), fields, wanted('A-1'))
  assert.equal(records.length, 30_000)
  assert.ok(records.every(({ st }) => st === '😀'))
})

test('a file that breaks off is refused', async () => {
  for (const text of ['no,st\n"A-1,Final\n', 'no,st\nA-1\n', '<html>'])
    await assert.rejects(readCsv(file(text), fields, wanted()), FeedFault)
})
