import { screen, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { mountInto } from '../panels/steps.ts'
import { routes } from '../routes.tsx'
import { openPermitTab } from '../test-support/open-tab.tsx'
import { toClientActions } from './client-actions.ts'

const pid = '01J0000000000000000000ABCD'
const about = { pid, title: 'Two garages' }
const permit = {
  ...about,
  version: 4,
  refNo: 'PM-2026-000012',
  status: 'PAYMENT_DUE',
  court: 'CLIENT',
  bucket: 'processing',
  balance: 6000,
}
const fee = (name: string, more: object = {}) => ({
  pid: name,
  version: 1,
  kind: 'FEE',
  status: 'DUE',
  total: 6000,
  permit: about,
  dueDate: '2099-12-14',
  ...more,
})
const task = (name: string, more: object = {}) => ({
  pid: name,
  version: 1,
  title: `Task ${name}`,
  status: 'OPEN',
  taskType: 'SIGN',
  permit: about,
  dueDate: null,
  ...more,
})
const pack = {
  pid: 'PACK',
  version: 1,
  status: 'CHECKING',
  permit: about,
  clientAskedAt: '2026-11-20T10:00:00.000Z',
  submitBy: '2099-12-20',
}

const unanswered = {
  version: 1,
  cycleNo: 2,
  text: 'Name the owner',
  item: null,
  discipline: null,
  documents: [],
  forClient: true,
  response: null,
  file: null,
  answeredAt: null,
  answeredBy: null,
  createdAt: '2026-11-20T10:00:00.000Z',
}

const paged = (name: string, records: object[]) => ({
  body: { [name]: records, metadata: { count: records.length, page: 1, pageSize: 100 } },
})

const filterOf = (query: CrudCall['query']): Record<string, unknown> => Object(query?.['filter'])

/** A server with this open work. */
const waiting =
  (tasks: object[], packages: object[], fees: object[], asking: object[] = []) =>
  ({ apiPath, method, query }: CrudCall) => {
    if (method !== 'GET') return undefined
    if (apiPath === 'ctasks') return paged('tasks', tasks)
    if (apiPath === 'rts') return paged('rts', packages)
    if (apiPath === 'payments') return paged('payments', fees)
    if (apiPath === 'permits' && filterOf(query)['court'] === 'CLIENT') return paged('permits', asking)
    return apiPath === 'permits/search' ? paged('permits', [permit]) : undefined
  }
const steps = [{ to: 'WITHDRAWN', label: 'Withdraw', allowed: true, whyNot: [], asksReason: true }]

test('the client owes the balance less pending payments, and a task to pay a fee is not listed beside the fee', () => {
  const actions = (fees: ReturnType<typeof fee>[], balance: number) =>
    toClientActions(
      {
        tasks: [task('PAYS', { taskType: 'PAY' })],
        packages: [],
        fees,
        comments: [],
        permits: [{ ...permit, balance }],
      },
      { documentType: (code) => code },
    )
  expect(actions([fee('A')], 4000)).toMatchObject([{ kind: 'pay', amount: 4000, due: '2099-12-14' }])
  expect(actions([fee('A'), fee('B', { status: 'PENDING', total: 2500 })], 8500)).toMatchObject([
    { kind: 'pay', amount: 6000 },
  ])
  expect(actions([fee('A', { status: 'PENDING' })], 6000)).toEqual([])
  expect(actions([fee('A', { permit: null })], 6000)).toMatchObject([
    { kind: 'pay', amount: 6000, url: '/payments/A?tab=Payment+data' },
    { kind: 'task' },
  ])
})

test('the head of a permit shows the client’s next action with a button that leads there', async () => {
  const work = waiting([], [], [fee('A')])
  const { drawer } = await openPermitTab({
    permit,
    label: 'Processing status',
    mountInto,
    as: 'client',
    answer: (call) =>
      work(call) ??
      (call.apiPath === `permits/${pid}/transitions` ? { body: { transitions: steps } } : undefined),
  })
  const button = await drawer.findByRole('link', { name: 'Pay $60.00 by Dec 14, 2099' })
  expect(button).toHaveAttribute('href', `/permits/processing/${pid}?tab=Payment+data`)
})

test('staff see no client actions at the head of a permit', async () => {
  const { drawer, calls } = await openPermitTab({
    permit,
    label: 'Processing status',
    mountInto,
    answer: (call) =>
      call.apiPath === `permits/${pid}/transitions` ? { body: { transitions: steps } } : undefined,
  })
  await drawer.findByRole('button', { name: 'Withdraw' })
  expect(calls.some(({ apiPath }) => apiPath === 'ctasks')).toBe(false)
})

async function openPermits(response: (call: CrudCall) => { body: object } | undefined) {
  setWidth(1440)
  server.use(
    crudHandler(
      (call) => response(call) ?? (call.apiPath === 'permits' ? paged('permits', [permit]) : undefined),
    ),
  )
  const page = renderRoutes(routes, '/permits/processing?page=1', {
    as: 'client',
    heading: 'Processing permits',
  })
  return {
    ...page,
    list: within(await screen.findByRole('region', { name: 'Action required' }, { timeout: 15_000 })),
  }
}

test('a client sees the open actions above the permits, ordered by due date', async () => {
  const late = task('LATE', { dueDate: '2026-01-02' })
  const upload = task('UPLOAD', { requiredDocument: 'SITE_PLAN', dueDate: '2099-12-01' })
  const { list, user } = await openPermits(waiting([task('SIGN'), late, upload], [pack], [fee('A')]))
  expect(await list.findByRole('link', { name: 'Task LATE: overdue since Jan 2, 2026' })).toHaveAttribute(
    'href',
    '/ctasks/LATE',
  )
  expect(list.getAllByRole('link')).toHaveLength(3)
  await user.click(list.getByRole('button', { name: 'Show all 5' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Task LATE: overdue since Jan 2, 2026',
    'Upload: Site plan by Dec 1, 2099',
    'Pay $60.00 by Dec 14, 2099',
    'Approve package by Dec 20, 2099',
    'Task SIGN',
  ])
  expect(list.getByRole('link', { name: /^Upload/ })).toHaveAttribute('href', '/ctasks/UPLOAD?tab=Files')
  expect(list.getByRole('link', { name: /^Approve/ })).toHaveAttribute(
    'href',
    '/ready_to_submits/PACK?tab=Documents',
  )
})

test('a client sees which permits have comments to answer, with a link; answered comments are not listed', async () => {
  const comment = (status: string, dueDate: string | null, more: object = {}) => ({
    ...unanswered,
    pid: `C${status}${dueDate ?? ''}`,
    dueDate,
    status,
    ...more,
  })
  const asked = { ...permit, status: 'CORRECTIONS_REQUIRED' }
  const answered = { ...asked, pid: '01J0000000000000000000WXYZ' }
  const work = waiting([], [], [], [asked, answered])
  const comments = [
    comment('OPEN', '2099-12-09'),
    comment('OPEN', '2099-12-03'),
    comment('OPEN', '2099-11-01', { cycleNo: 1 }),
  ]
  const { list } = await openPermits((call) => {
    if (call.apiPath === `permits/${pid}/corrections`)
      return { body: { cycleNo: 2, isOpen: true, corrections: comments } }
    if (call.apiPath === `permits/${answered.pid}/corrections`)
      return { body: { cycleNo: 2, isOpen: true, corrections: [comment('ANSWERED', '2099-12-01')] } }
    return work(call)
  })
  const link = await list.findByRole('link', { name: 'Respond to agency comments by Dec 3, 2099' })
  expect(link).toHaveAttribute('href', `/permits/processing/${pid}?tab=Corrections`)
  expect(list.getAllByRole('link')).toHaveLength(1)
})

test('a client without open actions reads that there are none', async () => {
  const { list } = await openPermits(waiting([], [], []))
  expect(await list.findByText('No action required. We will alert you when we need something.')).toBeVisible()
})
