import { enclosingGroups } from './lines.ts'
import type { TableLine } from './lines.ts'

const group = (id: string, depth: number): TableLine => ({
  id,
  header: { kind: 'group', field: 'status', value: id, path: [id], depth, count: 1, sums: {}, isOpen: true },
})
const record = (pid: string): TableLine => ({ id: pid, record: { pid, version: 1 } })

test('a row stands in the groups whose headers are above it, outermost first; a header in those around it', () => {
  const lines = [
    group('NEW', 0),
    group('Austin', 1),
    record('A'),
    record('B'),
    group('Travis', 1),
    record('C'),
    group('ISSUED', 0),
    record('D'),
  ]
  const around = (index: number) => enclosingGroups(lines, index).map(({ id }) => id)
  expect(around(0)).toEqual([])
  expect(around(1)).toEqual(['NEW'])
  expect(around(3)).toEqual(['NEW', 'Austin'])
  expect(around(4)).toEqual(['NEW'])
  expect(around(5)).toEqual(['NEW', 'Travis'])
  expect(around(6)).toEqual([])
  expect(around(7)).toEqual(['ISSUED'])
  expect(around(8)).toEqual([])
})
