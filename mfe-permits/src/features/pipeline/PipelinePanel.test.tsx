import { waitFor, within } from '@testing-library/react'
import type { CrudCall, ExpectedDate, ExpectedDates } from '@portal/contract'
import { mountInto } from '../../panels/pipeline.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  title: 'Two garages',
  status: 'IN_PREPARATION',
  court: 'OURS',
  pipelineStage: 'PREPARATION',
  bucket: 'processing',
}
const standings = [
  { status: 'NEW', stage: 'INTAKE', at: '2026-01-02T09:00:00.000Z' },
  { status: 'INTAKE_REVIEW', stage: 'INTAKE', at: '2026-01-05T09:00:00.000Z' },
  { status: 'IN_PREPARATION', stage: 'PREPARATION', at: '2026-01-06T10:00:00.000Z' },
]
let expected: ExpectedDate[] = []
let stated: ExpectedDates['stated']
beforeEach(() => {
  expected = []
  stated = undefined
})
const response = (call: CrudCall) => {
  if (call.apiPath === `permits/${pid}/pipeline`) return { body: { standings } }
  if (call.apiPath === `permits/${pid}/expected-dates`) return { body: { expected, stated } }
  if (call.apiPath !== `permits/${pid}/transitions`) return undefined
  return {
    body: {
      transitions: [{ to: 'ON_HOLD', label: 'Put on hold', allowed: true, whyNot: [], asksReason: true }],
    },
  }
}

test('the stages are a stepper with dates, durations and statuses, and the possible next ones (domain.md 4)', async () => {
  const { drawer } = await openPermitTab({ label: 'Pipeline', mountInto, permit, answer: response })
  const stages = within(await drawer.findByRole('region', { name: 'Stages' }))
  expect(await stages.findByText('Jan 2, 2026 to Jan 6, 2026 · 4 days 1 hour')).toBeVisible()
  expect(stages.getByText('Jan 5, 2026', { exact: false, selector: 'time' })).toBeVisible()
  const steps = stages.getAllByRole('listitem').filter((item) => item.querySelector('h4') !== null)
  expect(steps.map((item) => item.querySelector('h4')?.textContent)).toEqual([
    'Intake · Completed',
    'Preparation · Current',
    'Ready · Upcoming',
    'Agency review · Upcoming',
    'Decision · Upcoming',
    'Closed out · Upcoming',
  ])
  expect(steps.map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    'step',
    null,
    null,
    null,
    null,
  ])
  const next = within(drawer.getByRole('region', { name: 'Next' }))
  expect(await next.findByText('Put on hold')).toBeVisible()
  expect(next.getByRole('link', { name: 'Go to Processing status' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=Processing+status'),
  )
})

test('a client sees the same stages with client wording', async () => {
  const { drawer } = await openPermitTab({
    label: 'Pipeline',
    mountInto,
    permit,
    answer: response,
    as: 'client',
  })
  const stages = within(await drawer.findByRole('region', { name: 'Stages' }))
  expect(await stages.findByText('In preparation')).toBeVisible()
  expect(stages.getByText('Received')).toBeVisible()
  expect(within(drawer.getByRole('region', { name: 'Next' })).getByText('The office')).toBeVisible()
})

test('expected dates say what they rest on and promise nothing', async () => {
  const basis = 'authority-and-type'
  expected = [
    { milestone: 'decision', likely: '2026-12-10', late: '2026-12-22', basis, permits: 412 },
    { milestone: 'issue', likely: null, late: null, basis, permits: 500 },
  ]
  const { drawer } = await openPermitTab({ label: 'Pipeline', mountInto, permit, answer: response })
  const section = within(await drawer.findByRole('region', { name: 'Expected dates' }))
  expect(await section.findByText('Around Dec 10, 2026; 4 of 5 permits by Dec 22, 2026')).toBeVisible()
  expect(section.getByText('Later than most comparable permits')).toBeVisible()
  expect(
    section.getByText('From 412 permits of this agency and type. This is an estimate, not a promise.'),
  ).toBeVisible()
})

test('the days that the agency states are told apart from the estimate, to clients too', async () => {
  expected = [{ milestone: 'decision', likely: '2026-12-10', late: null, basis: 'all' }]
  stated = { days: 15, date: '2026-12-18' }
  const { drawer } = await openPermitTab({
    label: 'Pipeline',
    mountInto,
    permit,
    answer: response,
    as: 'client',
  })
  const section = within(await drawer.findByRole('region', { name: 'Expected dates' }))
  expect(
    await section.findByText(
      'The agency states 15 working days from submission to its decision: by Dec 18, 2026.',
    ),
  ).toBeVisible()
  expect(section.getByText('Around Dec 10, 2026')).toBeVisible()
})

test('the days that the agency states are shown before submission, and without an estimate', async () => {
  stated = { days: 15, date: null }
  const { drawer } = await openPermitTab({ label: 'Pipeline', mountInto, permit, answer: response })
  const section = within(await drawer.findByRole('region', { name: 'Expected dates' }))
  expect(
    await section.findByText('The agency states 15 working days from submission to its decision.'),
  ).toBeVisible()
  expect(section.queryByText(/estimate/)).toBeNull()
})

test('nothing is said about expected dates where too few permits compare', async () => {
  const { drawer } = await openPermitTab({ label: 'Pipeline', mountInto, permit, answer: response })
  expect(await drawer.findByText('Intake')).toBeVisible()
  await waitFor(() => expect(drawer.queryByRole('region', { name: 'Expected dates' })).toBeNull())
})

test('a pipeline that fails to load says so and can be retried', async () => {
  let isUp = false
  const { drawer, user } = await openPermitTab({
    label: 'Pipeline',
    mountInto,
    permit,
    answer: (call) =>
      call.apiPath.endsWith('/pipeline') && !isUp
        ? { refusal: 'unavailable', detail: 'Not now.' }
        : response(call),
  })
  const again = await drawer.findByRole('button', { name: 'Try again' }, { timeout: 15_000 })
  isUp = true
  await user.click(again)
  expect(await drawer.findByText('Intake')).toBeVisible()
})
