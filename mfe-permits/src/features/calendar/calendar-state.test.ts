import { readState, writeState } from './calendar-state.ts'

const today = '2026-11-20'
const usual = { layout: 'month', day: today, collections: null, view: null, mine: false } as const

test.each([
  ['', usual],
  ['month=2026-12', { ...usual, day: '2026-12-01' }],
  ['month=2026-11&layout=week', { ...usual, layout: 'week' }],
  [
    'month=2027-01&layout=week&view=my-permits',
    { ...usual, layout: 'week', day: '2027-01-01', view: 'my-permits' },
  ],
  ['day=2026-11-05&layout=week', { ...usual, layout: 'week', day: '2026-11-05' }],
  [
    'layout=agenda&collections=tasks,permits&mine=true',
    { ...usual, layout: 'agenda', collections: ['tasks', 'permits'], mine: true },
  ],
  ['month=2026-13&layout=year&collections=nothing&day=2026-02-30', usual],
])('the address “%s” is read, and what is not valid is ignored', (query, expected) => {
  expect(readState(new URLSearchParams(query), today)).toEqual(expected)
})

test.each([
  '',
  'month=2026-12',
  'layout=week',
  'layout=week&day=2026-12-05',
  'layout=agenda&month=2027-01&collections=tasks%2Cpermits&view=my-permits&mine=true',
])('the address “%s” is written as it was read', (query) => {
  expect(writeState(readState(new URLSearchParams(query), today), today)).toBe(query)
})
