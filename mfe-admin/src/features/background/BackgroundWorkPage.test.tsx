import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { BackgroundJob, BackgroundJobs, ScheduledTaskState } from '@portal/contract'
import { toastsAtom } from '@portal/shared-ui'
import { setLanguage } from '@portal/shared-ui/i18n'
import { renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const at = '2026-11-20T10:00:00.000Z'
const job = (given: Partial<BackgroundJob>): BackgroundJob => ({
  id: '01J0000000000000000000000A',
  kind: 'import',
  collection: 'permits',
  state: 'running',
  owner: { pid: 'P1', title: 'Ada Admin' },
  done: 3_000,
  total: 12_000,
  attempts: 0,
  createdAt: at,
  startedAt: at,
  finishedAt: null,
  elapsedMs: 4_200,
  detail: null,
  canceledBy: null,
  canRetry: false,
  ...given,
})
const failedJob = job({
  id: 'FAILED',
  kind: 'bulk-update',
  collection: 'tasks',
  state: 'failed',
  done: 500,
  total: 800,
  finishedAt: at,
  elapsedMs: 90_000,
  detail: 'Stopped by a server error. Changes made so far are kept.',
  canRetry: true,
})
const task = (given: Partial<ScheduledTaskState>): ScheduledTaskState => ({
  name: 'purge-deleted-records',
  place: null,
  everyMs: 86_400_000,
  nextRunAt: at,
  isRequested: false,
  runningSince: null,
  last: { startedAt: at, durationMs: 420, counts: { deleted: 12 }, error: null },
  failures: 0,
  ...given,
})

/** A portal with these jobs and tasks; notes the calls that change something. */
function startBackground(jobs: readonly BackgroundJob[], tasks: readonly ScheduledTaskState[]) {
  const side = {
    jobs: [...jobs],
    tasks: [...tasks],
    calls: new Array<string>(),
    states: new Array<string | null>(),
  }
  const change = (method: string, path: string, apply: (id: string) => void) =>
    http.post(`*/api/background/${path}`, ({ params }) => {
      const id = String(params['id'])
      side.calls.push(`${method} ${id}`)
      apply(id)
      return new HttpResponse(null, { status: 204 })
    })
  server.use(
    http.get('*/api/background/jobs', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      side.states.push(state)
      const count = (wanted: string) => side.jobs.filter((job) => job.state === wanted).length
      const shown = side.jobs.filter((job) => state === null || job.state === state)
      return HttpResponse.json({
        jobs: shown,
        metadata: { count: shown.length, page: 1, pageSize: 50 },
        counts: {
          running: count('running'),
          queued: count('queued'),
          failed: count('failed'),
          canceled: count('canceled'),
          done: count('done'),
        },
      } satisfies BackgroundJobs)
    }),
    http.get('*/api/background/tasks', () => HttpResponse.json({ tasks: side.tasks })),
    change('cancel', 'jobs/:id/cancel', (id) => {
      side.jobs = side.jobs.map((job) =>
        job.id === id ? { ...job, state: 'canceled', canceledBy: { pid: 'P2', title: 'Sue' } } : job,
      )
    }),
    change('retry', 'jobs/:id/retry', (id) => {
      side.jobs = side.jobs.map((job) =>
        job.id === id ? { ...job, state: 'queued', canRetry: false, detail: null } : job,
      )
    }),
    change('run', 'tasks/:id/run', (id) => {
      side.tasks = side.tasks.map((task) => (task.name === id ? { ...task, isRequested: true } : task))
    }),
  )
  return side
}

const open = (search = '') =>
  renderRoutes(routes, `/settings/background-work${search}`, { as: 'admin', heading: 'Background work' })
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li')
  if (row === null) throw new Error(`${title} is in no row`)
  return row
}

afterEach(() => setLanguage('en'))

test('administrators see who runs what, how far it is and how long it takes', async () => {
  startBackground([job({}), failedJob], [])
  open()
  const running = await rowOf('Import: Processing permits')
  expect(running).toHaveTextContent('Running')
  expect(running).toHaveTextContent('by Ada Admin')
  expect(running).toHaveTextContent('3,000 of 12,000 rows')
  expect(running).toHaveTextContent('running for 4.2 seconds')
  expect(within(running).getByRole('progressbar', { name: 'Progress' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  )
  const failed = await rowOf('Bulk change: Tasks')
  expect(failed).toHaveTextContent('Stopped by a server error.')
  expect(failed).toHaveTextContent('took 1 minute')
  expect(screen.getByRole('tab', { name: 'Background work' })).toHaveAttribute('aria-selected', 'true')
})

test('a job is canceled after a question that says what stays, and can be kept running', async () => {
  const side = startBackground([job({})], [])
  const { user, store } = open()
  const row = await rowOf('Import: Processing permits')
  await user.click(within(row).getByRole('button', { name: 'Cancel job' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('Cancel “Import: Processing permits”?')
  expect(dialog).toHaveTextContent('3,000 of 12,000 rows are done and stay.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep job' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(side.calls).toEqual([])

  await user.click(within(row).getByRole('button', { name: 'Cancel job' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel job' }))
  await waitFor(() => expect(side.calls).toEqual([`cancel ${job({}).id}`]))
  await waitFor(async () =>
    expect(await rowOf('Import: Processing permits')).toHaveTextContent('canceled by Sue'),
  )
  expect(store.get(toastsAtom).map(({ title }) => title)).toContain('Job canceled')
})

test('before a job that has not begun is canceled, the question does not speak of rows', async () => {
  startBackground([job({ state: 'queued', done: 0, startedAt: null, elapsedMs: null })], [])
  const { user } = open()
  const row = await rowOf('Import: Processing permits')
  expect(row).toHaveTextContent('waiting since')
  await user.click(within(row).getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('The job has not begun.')
})

test('a failed job is retried', async () => {
  const side = startBackground([failedJob], [])
  const { user, store } = open()
  await user.click(within(await rowOf('Bulk change: Tasks')).getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await rowOf('Bulk change: Tasks')).toHaveTextContent('Waiting'))
  expect(side.calls).toEqual(['retry FAILED'])
  expect(store.get(toastsAtom).map(({ title }) => title)).toContain('The job continues where it stopped')
})

test('the jobs are narrowed by state, which is in the address', async () => {
  const side = startBackground([job({}), failedJob], [])
  const { user } = open()
  await rowOf('Import: Processing permits')
  await user.click(screen.getByRole('link', { name: 'Failed (1)' }))
  await waitFor(() => expect(screen.queryByText('Import: Processing permits')).toBeNull())
  await rowOf('Bulk change: Tasks')
  expect(side.states).toContain('failed')
  await user.click(screen.getByRole('link', { name: 'Finished (0)' }))
  expect(await screen.findByText('No finished jobs')).toBeInTheDocument()
})

test('scheduled tasks show their last run, its result and the next run, and are started now', async () => {
  const failing = task({
    name: 'sweep-files',
    place: 'one:/data',
    everyMs: 3_600_000,
    last: { startedAt: at, durationMs: 61_000, counts: null, error: 'The file store does not answer.' },
    failures: 3,
  })
  const side = startBackground([], [task({}), failing, task({ name: 'sync-builds', last: null })])
  const { user } = open()
  const row = await rowOf('Deleted records')
  for (const text of ['OK', 'every 1 day', 'took 420 ms', '12 items', 'next run'])
    expect(row).toHaveTextContent(text)
  const failed = await rowOf('Deleted files and abandoned uploads')
  for (const text of ['Failed', '3 failed runs in a row', 'The file store does not answer.', 'on one:/data'])
    expect(failed).toHaveTextContent(text)
  expect(await rowOf('Module files in storage')).toHaveTextContent('Not run yet')
  await user.click(within(row).getByRole('button', { name: 'Run now' }))
  await waitFor(async () => expect(await rowOf('Deleted records')).toHaveTextContent('Starts soon'))
  expect(side.calls).toEqual(['run purge-deleted-records'])
  expect(screen.getByText('No jobs yet')).toBeInTheDocument()
})

test('a list that cannot be loaded says so and is loaded again', async () => {
  startBackground([failedJob], [task({})])
  const side = { isDown: true }
  const down = () => (side.isDown ? HttpResponse.json({}, { status: 500 }) : undefined)
  server.use(http.get('*/api/background/jobs', down), http.get('*/api/background/tasks', down))
  const { user } = open()
  expect(await screen.findByText('The scheduled tasks could not be loaded')).toBeInTheDocument()
  side.isDown = false
  for (const button of await screen.findAllByRole('button', { name: 'Try again' })) await user.click(button)
  await rowOf('Bulk change: Tasks')
  await rowOf('Deleted records')
})

test('the page is in Spanish for those who read Spanish', async () => {
  startBackground([job({})], [task({})])
  await screenInSpanish(() => import('../../spanish.ts'))
  open()
  const row = await screen.findByText(/^Importación:/)
  expect(row.closest('li')).toHaveTextContent('3,000 de 12,000 filas')
  expect(await screen.findByText('Registros eliminados')).toBeInTheDocument()
})
