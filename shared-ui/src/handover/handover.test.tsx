import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall, HandoverPreview } from '@portal/contract'
import { crudHandler } from '../test-support/crud-handler.ts'
import { renderRoutes } from '../test-support/render-routes.tsx'
import { server } from '../test-support/server.ts'
import { HandoverDialog } from './HandoverDialog.lazy.ts'
import type { HandoverDialogProps } from './HandoverDialog.tsx'

const ben = { pid: 'U2', title: 'Ben Cole' }
const cleo = { pid: 'U3', title: 'Cleo Day' }
const plan = (to: typeof ben | null): HandoverPreview => ({
  total: 2,
  counts: [
    { collection: 'permits', count: 1 },
    { collection: 'tasks', count: 1 },
  ],
  recipients: to === null ? [] : [{ person: to, count: 2 }],
  records: [
    { collection: 'permits', pid: 'P1', title: 'PM-2026-000001 · Garage', to },
    { collection: 'tasks', pid: 'T1', title: 'Call the city', to },
  ],
})

/** A portal in which Anna has two open records; jobs end at once. */
function openDialog(props: Partial<HandoverDialogProps> = {}, result: object = {}) {
  const calls: CrudCall[] = []
  const undone: string[] = []
  const job = (id: string, ended: object) => ({
    id,
    kind: 'handover',
    state: 'done',
    done: 2,
    total: 2,
    result: ended,
  })
  server.use(
    crudHandler((call) => {
      if (call.apiPath === 'users/lookup') return { body: { options: [{ ...ben, hint: '' }] } }
      calls.push(call)
      if (call.method === 'POST') return { status: 202, body: { job: { id: 'J1' } } }
      const { to, rule } = call.query ?? {}
      return { body: plan(to === ben.pid ? ben : rule === undefined ? null : cleo) }
    }),
    http.get('*/api/jobs/J1', () =>
      HttpResponse.json(job('J1', { updated: 2, failed: [], left: 0, ...result })),
    ),
    http.get('*/api/jobs/J2', () => HttpResponse.json(job('J2', { restored: 2, failed: [] }))),
    http.post('*/api/jobs/:id/undo', ({ params }) => {
      undone.push(String(params['id']))
      return HttpResponse.json({ job: { id: 'J2' } }, { status: 202 })
    }),
  )
  const dialog = (
    <HandoverDialog title="Hand over: Anna" apiPath="/users/U1/handover" onClose={() => {}} {...props} />
  )
  return { calls, undone, ...renderRoutes([{ path: '/', element: dialog }], '/', { as: 'admin' }) }
}
const started = (calls: readonly CrudCall[]) =>
  calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Hand over: Anna' }))

test('all work goes to a person after a preview, and comes back in one step', async () => {
  const { user, calls, undone } = openDialog()
  const form = await dialog()
  expect(await form.findByText('2 records')).toBeVisible()
  expect(form.getByRole('button', { name: 'Hand over' })).toBeDisabled()
  await user.click(await form.findByRole('combobox', { name: 'New assignee' }))
  await user.click(await screen.findByRole('option', { name: 'Ben Cole' }))
  expect(await form.findByText('Ben Cole: 2')).toBeVisible()
  await user.click(form.getByText('Show records'))
  expect(form.getByText('Call the city, to Ben Cole')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Hand over' }))
  expect(await form.findByText('2 records handed over.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Undo' }))
  expect(await form.findByText('2 records were given back.')).toBeVisible()
  expect(form.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(undone).toEqual(['J1'])
  expect(started(calls)).toEqual([{ to: ben.pid }])
})

test('work goes by rule, and the account of who leaves is disabled with it', async () => {
  const { user, calls } = openDialog({ disabling: 'chosen' }, { disabled: true })
  const form = await dialog()
  await user.click(await form.findByRole('radio', { name: 'Whoever has the least open work' }))
  expect(await form.findByText('Cleo Day: 2')).toBeVisible()
  expect(form.getByRole('checkbox', { name: /Disable the account/ })).toBeChecked()
  await user.click(form.getByRole('button', { name: 'Hand over' }))
  expect(await form.findByText('2 records handed over. The account is disabled.')).toBeVisible()
  expect(form.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(started(calls)).toEqual([{ rule: 'LEAST_LOADED', thenDisable: true }])
})

test('what was not changed is named with its reason', async () => {
  const failed = [{ pid: 'P1', reason: 'Ben verified this package.' }]
  const { user } = openDialog({ isByRule: true }, { updated: 1, failed, left: 1 })
  const form = await dialog()
  expect(await form.findByText('Cleo Day: 2')).toBeVisible()
  expect(form.queryByRole('radio', { name: 'One person' })).toBeNull()
  await user.click(form.getByRole('button', { name: 'Assign' }))
  expect(
    await form.findByText(
      '1 record handed over. 1 record was not changed. Ben verified this package. 1 open record is left.',
    ),
  ).toBeVisible()
})
