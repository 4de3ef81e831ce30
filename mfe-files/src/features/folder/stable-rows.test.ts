import type { FileRecord } from '@portal/contract'
import { folderOrder } from './folder-order.ts'
import { stableRows } from './stable-rows.ts'

const me = { pid: '01ME', title: 'Ada Marlow' }
const another = { pid: '01OTHER', title: 'Bo Field' }
const file = (pid: string, name = `${pid}.txt`, updatedBy = another): FileRecord => ({
  pid,
  name,
  parentId: 'team',
  size: 1,
  mimeType: 'text/plain',
  root: 'team',
  status: 'done',
  updatedAt: '2026-03-12T10:00:00.000Z',
  updatedBy,
  visibility: 'INTERNAL',
  org: null,
})
const around = { person: me.pid, taken: new Set<string>(), order: folderOrder('name') }
const opened = stableRows([], [file('b'), file('d'), file('f')], around)
const told = (records: FileRecord[], taken: readonly string[] = []) =>
  stableRows(opened, records, { ...around, taken: new Set(taken) }).map(({ record, isGone }) =>
    isGone ? `(${record.name})` : record.name,
  )

test('files uploaded by others are at the end, so that no row moves; the viewer’s own are in order', () => {
  const records = [file('a'), file('b'), file('c', 'c.txt', me), file('d'), file('f')]
  expect(told(records)).toEqual(['b.txt', 'c.txt', 'd.txt', 'f.txt', 'a.txt'])
})

test('a file renamed by others keeps its place; one renamed by the viewer moves to its new place', () => {
  expect(told([file('b', 'z.txt'), file('d'), file('f')])).toEqual(['z.txt', 'd.txt', 'f.txt'])
  expect(told([file('d'), file('f'), file('b', 'z.txt', me)])).toEqual(['d.txt', 'f.txt', 'z.txt'])
})

test('files deleted by others stay until the folder is reopened; those deleted here disappear immediately', () => {
  expect(told([file('b'), file('f')])).toEqual(['b.txt', '(d.txt)', 'f.txt'])
  expect(told([file('b'), file('f')], ['d'])).toEqual(['b.txt', 'f.txt'])
})
