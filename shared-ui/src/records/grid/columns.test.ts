import {
  collections,
  initialConfiguration,
  labelsForRole,
  seedMap,
  setScreenLabels,
  setScreenLanguage,
  withStatusMap,
} from '@portal/contract'
import { forPhone, shownColumns } from './columns.ts'
import { screenDeclaration } from '../declaration/screen-declaration.ts'

const staff = { role: 'team' } as const
const client = { role: 'client' } as const
const configured = initialConfiguration().columns

test('permits show 12 columns, other collections at most 10, in the declared order (specification.md 9)', () => {
  const namesOf = (name: keyof typeof collections) =>
    shownColumns(collections[name], [], staff).map((column) => column.name)
  expect(namesOf('permits')).toHaveLength(12)
  expect(namesOf('processed')).toHaveLength(12)
  expect(namesOf('permits').slice(0, 3)).toEqual(['refNo', 'title', 'org'])
  for (const name of [
    'alerts',
    'users',
    'tasks',
    'ctasks',
    'payments',
    'notifications',
    'orgs',
    'rts',
  ] as const) {
    expect(namesOf(name).length).toBeLessThanOrEqual(10)
    expect(namesOf(name).length).toBeGreaterThan(0)
  }
})

test.each(Object.values(collections))(
  'the configuration of a new portal shows the declared columns of $name',
  (collection) => {
    const declared = shownColumns(collection, [], staff)
    expect(shownColumns(collection, configured[collection.name] ?? [], staff)).toEqual(declared)
  },
)

test('the permit columns from Number to Due fit a 1440 px window without scrolling', () => {
  const columns = shownColumns(collections.permits, configured.permits ?? [], staff)
  const first = columns.slice(0, 8)
  expect(first.map(({ label }) => label)).toEqual([
    'Number',
    'Title',
    'Client',
    'Status',
    'Agency',
    'Assigned to',
    'Priority',
    'Due',
  ])
  // 1440 px minus side bar, page margins, checkbox column and scroll bar.
  expect(first.reduce((total, { width }) => total + width, 0)).toBeLessThanOrEqual(1440 - 232 - 34 - 44 - 14)
})

test('labels are those of the contract: Number, Client, Due (contract.md 2)', () => {
  const labels = shownColumns(collections.permits, [], staff).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Number', 'Client', 'Due', 'Permit type']))
})

test('a column is at least as wide as its heading', () => {
  const cycle = shownColumns(collections.rts, [], staff).find(({ name }) => name === 'cycleNo')
  expect(cycle?.width).toBeGreaterThan('Submission cycle'.length * 7)
})

test('a date column is wide enough for an overdue date and its mark', () => {
  const due = shownColumns(collections.tasks, [], staff).find(({ name }) => name === 'dueDate')
  expect(due?.width).toBeGreaterThanOrEqual('Nov 16, 2026'.length * 7.5 + 16 + 24)
})

test('a money column is wide enough for a group total of a million', () => {
  for (const collection of Object.values(collections)) {
    const ofMoney = shownColumns(collection, [], staff).filter(({ declared }) => declared.type === 'money')
    for (const { width } of ofMoney) expect(width).toBeGreaterThanOrEqual('1,000,000.00'.length * 7.5 + 20)
  }
})

test('a column that the configuration removes or hides is not shown, and its configured label is used', () => {
  const columns = (configured.permits ?? []).map((column) => {
    if (column.name === 'title') return { ...column, table_view: false }
    if (column.name === 'priority') return { ...column, is_visible: false }
    return column.name === 'org' ? { ...column, label: 'Customer' } : column
  })
  const shown = shownColumns(collections.permits, columns, staff)
  expect(shown.map(({ name }) => name)).not.toContain('title')
  expect(shown.map(({ name }) => name)).not.toContain('priority')
  expect(shown.map(({ label }) => label)).toContain('Customer')
})

test('an address that hides every column keeps the first one, so rows stay identifiable (look.md 3)', () => {
  const hide = shownColumns(collections.permits, [], staff).map(({ name }) => name)
  const left = shownColumns(collections.permits, [], staff, { hide, order: [], widths: {} })
  expect(left.map(({ name }) => name)).toEqual(['refNo'])
})

test('a client sees no column that is masked for clients (domain.md 5)', () => {
  const names = shownColumns(collections.permits, configured.permits ?? [], client).map(({ name }) => name)
  expect(names).not.toContain('assignedTo')
  expect(names).not.toContain('priority')
  expect(names).toContain('status')
})

test('a phone shows the record name and its status first, side by side, and the other columns after them', () => {
  const columns = shownColumns(collections.permits, configured.permits ?? [], staff)
  const shown = forPhone(columns, collections.permits)
  expect(shown.slice(0, 2).map(({ label }) => label)).toEqual(['Title', 'Status'])
  expect(shown.map(({ name }) => name).toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  // 390 px minus page margins and checkbox column.
  expect(shown.slice(0, 2).reduce((total, { width }) => total + width, 0)).toBeLessThanOrEqual(390 - 26 - 44)
  const withoutStatus = columns.filter(({ name }) => name !== 'status')
  expect(forPhone(withoutStatus, collections.permits)).toEqual(withoutStatus)
})

describe('on a Spanish screen', () => {
  beforeEach(() => {
    setScreenLanguage('es')
    setScreenLabels({ Title: 'Título', Client: 'Cliente', New: 'Nuevo' })
  })
  afterEach(() => {
    setScreenLanguage('en')
    setScreenLabels({})
  })

  test('a heading is what an administrator wrote in Spanish, or the standard translation', () => {
    const columns = (configured.permits ?? []).map((column) =>
      column.name === 'title' ? { ...column, label: 'Project', labelEs: 'Proyecto' } : column,
    )
    const labels = shownColumns(collections.permits, columns, staff).map(({ label }) => label)
    expect(labels.slice(1, 3)).toEqual(['Proyecto', 'Cliente'])
  })

  test('staff and clients each read the Spanish an administrator wrote for a status', () => {
    const statuses = seedMap.statuses.map((status) =>
      status.key === 'CLOSED' ? { ...status, labelEs: 'Archivado', clientLabelEs: 'Terminado' } : status,
    )
    const permits = withStatusMap(collections.permits, { ...seedMap, statuses })
    const labelOf = (role: 'team' | 'client', code: string) =>
      screenDeclaration(labelsForRole(permits, { role })).fields['status']?.options?.find(
        (option) => option.code === code,
      )?.label
    expect([labelOf('team', 'NEW'), labelOf('team', 'CLOSED')]).toEqual(['Nuevo', 'Archivado'])
    expect(labelOf('client', 'CLOSED')).toBe('Terminado')
  })
})
