import { tasks, View } from '@portal/contract'
import type { Filter } from '@portal/contract'
import { ApiProblem } from '../../api/api-problem.ts'
import type { TablePage } from '../list/record-queries.ts'
import { resolveContent, resolveInitialView, resolveLayout, resolveView } from './table-resolver.ts'
import type { ContentInput, InitialView, NamedView, TableContent, ViewList } from './table-resolver.ts'

const view = (pid: string, more: Partial<View> = {}): View =>
  View.parse({
    pid,
    name: pid,
    collection: 'tasks',
    version: 1,
    visibility: 'role',
    isDefaultFor: null,
    owner: null,
    mayChange: false,
    ...more,
  })
const mine = view('MINE')
const ofTeam = view('TEAM', { isDefaultFor: 'team' })

test.each<[string, string | null, ViewList, NamedView]>([
  ['an address without a view', null, [mine], { kind: 'none' }],
  ['an address that asks for no view', 'none', 'loading', { kind: 'none' }],
  ['a view that is loading', 'MINE', 'loading', { kind: 'loading' }],
  ['a view that exists', 'MINE', [mine], { kind: 'found', view: mine }],
  ['a view that was deleted', 'OLD', [mine], { kind: 'gone' }],
])('the saved view of the address: %s', (_title, name, views, expected) => {
  expect(resolveView(name, views)).toEqual(expected)
})

const columns = { hide: ['dueDate'], order: ['status', 'title'] }
test.each<[string, Parameters<typeof resolveInitialView>[0], InitialView]>([
  [
    'an address with a state stays',
    { isPlain: false, views: [ofTeam], role: 'team', stored: columns },
    { kind: 'stay' },
  ],
  [
    'a plain address waits for the views',
    { isPlain: true, views: 'loading', role: 'team', stored: columns },
    { kind: 'waiting' },
  ],
  [
    'the view of the role comes first',
    { isPlain: true, views: [mine, ofTeam], role: 'team', stored: columns },
    { kind: 'open-view', pid: 'TEAM' },
  ],
  [
    'a view of another role does not count',
    { isPlain: true, views: [ofTeam], role: 'client', stored: columns },
    { kind: 'restore-columns', columns },
  ],
  [
    'remembered columns come next',
    { isPlain: true, views: [], role: 'team', stored: { hide: ['dueDate'] } },
    { kind: 'restore-columns', columns: { hide: ['dueDate'], order: [] } },
  ],
  [
    'remembered widths alone change no address',
    { isPlain: true, views: [], role: 'team', stored: { widths: { title: 300 } } },
    { kind: 'stay' },
  ],
])('what a page begins with: %s', (_title, input, expected) => {
  expect(resolveInitialView(input)).toEqual(expected)
})

test.each<[string, NamedView, Record<string, number>, Record<string, number>, boolean]>([
  ['without a view', { kind: 'none' }, { title: 300 }, { title: 300 }, false],
  ['of the view', { kind: 'found', view: view('A', { widths: { title: 200 } }) }, {}, { title: 200 }, false],
  [
    'changed since',
    { kind: 'found', view: view('A', { widths: { title: 200 } }) },
    { title: 300 },
    { title: 300 },
    true,
  ],
  [
    'of another column',
    { kind: 'found', view: view('A', { widths: { title: 200 } }) },
    { status: 90 },
    { title: 200, status: 90 },
    false,
  ],
])('column widths %s', (_title, named, own, widths, hasOwnWidths) => {
  expect(resolveLayout(columns, named, { widths: own })).toEqual({
    layout: { ...columns, widths },
    hasOwnWidths,
  })
})

const page = (count: number, lines: TablePage['lines'] = []): TablePage => ({
  lines,
  records: [],
  count,
  countWhenRead: count,
  pages: 1,
  lineCount: count,
  pageSize: 20,
  news: null,
})
const refusal = new ApiProblem({
  type: 'validation-failed',
  title: 'Invalid',
  status: 400,
  detail: 'Invalid.',
  instance: '',
})
const outage = new Error('No connection.')
const removed: Filter = { dueDate: '2026-11-01', status: 'NO_SUCH_STATUS' }
const begin: ContentInput = {
  collection: tasks,
  filter: {},
  match: 'all',
  searchToken: '',
  isUnreadable: false,
  view: { kind: 'none' },
  answer: { page: undefined, error: null, isStale: false },
}
const result = (more: Partial<ContentInput['answer']>) => ({ answer: { ...begin.answer, ...more } })

test.each<[string, Partial<ContentInput>, TableContent]>([
  [
    'a filter that cannot be read',
    { isUnreadable: true, ...result({ page: page(3) }) },
    { kind: 'unreadable-filter' },
  ],
  [
    'a removed option in the filter',
    { filter: removed, ...result({ error: refusal }) },
    { kind: 'removed-option', field: 'status', index: 1 },
  ],
  ['an address that the server refuses', result({ error: refusal }), { kind: 'refused' }],
  [
    'a failure',
    { filter: removed, ...result({ error: outage, page: page(3) }) },
    { kind: 'failed', error: outage },
  ],
  ['the first answer is awaited', {}, { kind: 'loading' }],
  [
    'nothing matches the filter',
    { filter: { status: 'OPEN' }, searchToken: 'x', ...result({ page: page(0) }) },
    { kind: 'no-match' },
  ],
  [
    'nothing matches the search',
    { searchToken: 'fence', ...result({ page: page(0) }) },
    { kind: 'nothing-found', searchToken: 'fence' },
  ],
  ['there are no records yet', result({ page: page(0) }), { kind: 'no-records' }],
  [
    'records',
    result({ page: page(3), isStale: true }),
    { kind: 'rows', page: page(3), isStale: true, isViewGone: false },
  ],
  [
    'records without the view that is gone',
    { view: { kind: 'gone' }, ...result({ page: page(3) }) },
    { kind: 'rows', page: page(3), isStale: false, isViewGone: true },
  ],
])('what the table shows: %s', (_title, input, expected) => {
  expect(resolveContent({ ...begin, ...input })).toEqual(expected)
})
