import { screen, within } from '@testing-library/react'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { MountTargetBody } from '@portal/contract'
import type { RemoteHealth } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { routes } from '../../../routes.tsx'

const at = '2026-11-20T10:00:00.000Z'
const [active, canary] = ['0.2.0-bbbbbbbb', '0.3.0-cccccccc']

const version = (name: string, more: object) => ({
  version: name,
  deployedAt: at,
  deployedBy: { kind: 'token', name: 'pipeline' },
  size: 120_000,
  files: 9,
  note: null,
  mounts: 1200,
  failures: 3,
  contract: '^1.0.0',
  integrity: `sha384-${'A'.repeat(64)}`,
  ...more,
})

const remote = {
  name: 'mail',
  owner: 'Mail team',
  active,
  canary: { version: canary, to: { percent: 5, automatic: true } },
  rollbackTo: null,
  versions: [
    version(canary, {
      state: 'canary',
      share: 5,
      verdict: 'running',
      evidence: {
        mounts: 40,
        failures: 2,
        errors: 1,
        stableMounts: 800,
        stableFailures: 1,
        stableErrors: 0,
        likelihoodRatio: 12.4,
      },
    }),
    version(active, { state: 'active', share: 95 }),
  ],
  history: [
    {
      at,
      by: { kind: 'person', name: 'Ada Admin' },
      action: 'deploy',
      version: active,
      from: '0.1.0-aaaaaaaa',
      canary: null,
      size: 120_000,
      note: 'Faster lists',
    },
  ],
}

const counted = { remote: 'mail', owner: 'Mail team', path: '/mail', count: 3, firstAt: at, lastAt: at }

const health: RemoteHealth = {
  name: 'mail',
  owner: 'Mail team',
  budget: { target: 99.5, isUsualTarget: true, mounts: 2000, failures: 4, allowed: 10, spent: 40 },
  measured: [
    {
      version: active,
      timings: { mount: { count: 900, p50: 180, p75: 320 }, cls: { count: 9, p50: 10, p75: 100 } },
      longFrames: { count: 7, totalMs: 900, longestMs: 210 },
    },
  ],
  failures: [{ ...counted, version: canary, phase: 'mount', message: 'Error: no box' }],
  errors: [
    {
      ...counted,
      version: active,
      kind: 'rejection',
      message: 'TypeError: x is undefined',
      place: 'assets/78.502a5bf1cb.js:1:2045',
      source: 'src/features/list/List.tsx:12:5',
    },
  ],
  longFrames: [
    {
      version: active,
      place: 'assets/78.502a5bf1cb.js:2045',
      source: null,
      count: 7,
      totalMs: 900,
      longestMs: 210,
      lastAt: at,
    },
  ],
  uses: {
    modules: { '@portal/shared-ui': ['Row', 'Rows'] },
    shell: ['toast'],
    calls: ['POST /api/mail/send'],
  },
  usedBy: [{ name: 'permits', calls: ['GET /api/mail/recipients'] }],
  sizes: [{ version: active, publishedAt: at, bytes: 120_000 }],
  sizeLimitBytes: 400_000,
}

/** A server with the deployed build of mail. */
function startServer(given: RemoteHealth = health): { targets: unknown[] } {
  const side: { targets: unknown[] } = { targets: [] }
  let now = given
  server.use(
    http.get('*/api/federation/remotes', () => HttpResponse.json({ contract: '1.0.0', remotes: [remote] })),
    http.get('*/api/federation/remotes/mail/health', () => HttpResponse.json(now)),
    http.patch('*/api/federation/remotes/mail/target', async ({ request }) => {
      const { target } = MountTargetBody.parse(await request.json())
      side.targets.push(target)
      now = { ...now, budget: { ...now.budget, target: target ?? 0, isUsualTarget: false } }
      return HttpResponse.json(now)
    }),
  )
  return side
}

const open = (name = 'mail') =>
  renderRoutes(routes, `/settings/modules/${name}`, { as: 'admin', heading: 'Settings' })

test('a module has a page with who has which version, its canary, budget, speed, errors and contracts', async () => {
  startServer()
  const { user } = open()
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  expect(await screen.findByText(`Module mail · owner: Mail team · active: ${active}`)).toBeInTheDocument()
  expect((await part('Versions')).getByText(/^95% of users/)).toBeInTheDocument()
  const judged = await part('Canary')
  expect(judged.getByText(`Canary ${canary}: 5% of users, more by itself`)).toBeInTheDocument()
  expect(judged.getByText('evidence against it: 12 (withdrawn from 100)')).toBeInTheDocument()
  expect(screen.getByRole('meter', { name: 'Error budget' })).toHaveAttribute('aria-valuenow', '60')
  const speed = within(screen.getByRole('table', { name: 'Speed in pages, 30 days' }))
  const cells = speed.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(-6)).toEqual(['180 ms', '320 ms', '–', '–', '0.1', '7'])
  expect(screen.getByRole('list', { name: canary })).toHaveTextContent('Error: no box')
  expect(screen.getByRole('list', { name: active })).toHaveTextContent('src/features/list/List.tsx:12:5')
  const contracts = await part('Contracts')
  await user.click(contracts.getByRole('button', { name: 'Show: 1 call of the server' }))
  expect(await contracts.findByText('POST /api/mail/send')).toBeInTheDocument()
  expect(contracts.getByText('Permits: 1 call')).toBeInTheDocument()
  expect(screen.getByRole('meter', { name: active })).toHaveAttribute(
    'aria-valuetext',
    '120 kB, 30% of the limit',
  )
  expect(screen.getByRole('list', { name: 'History of Mail' })).toHaveTextContent('“Faster lists”')
  expect(screen.getByRole('tab', { name: 'Modules' })).toHaveAttribute('aria-selected', 'true')
})

test('a spent budget is said, and its target can be changed within bounds', async () => {
  const side = startServer({ ...health, budget: { ...health.budget, failures: 12, spent: 120 } })
  const { user } = open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The error budget is spent.')
  const field = screen.getByRole('textbox', { name: 'Loads without failure (%)' })
  await user.clear(field)
  await user.type(field, '100')
  await user.click(screen.getByRole('button', { name: 'Save target' }))
  expect(field).toHaveAccessibleDescription('Enter a number from 90 to 99.99, for example 99.5.')
  await user.clear(field)
  await user.type(field, '98,5')
  await user.click(screen.getByRole('button', { name: 'Save target' }))
  expect(await screen.findByText('Mail: the target is 98.5%')).toBeInTheDocument()
  expect(side.targets).toEqual([98.5])
})

test('a module that nobody has used says so in each part', async () => {
  const empty = { failures: [], errors: [], measured: [], longFrames: [], usedBy: [], uses: null }
  const budget = { ...health.budget, mounts: 0, failures: 0, spent: 0 }
  startServer({ ...health, ...empty, budget })
  open()
  for (const text of [
    'No loads in the last 28 days.',
    'No measurements in the last 30 days.',
    'No errors in the last 30 days.',
    'No long tasks in the last 30 days.',
    'No other module calls its addresses.',
    'The build of the active version does not say what it uses.',
  ])
    expect(await screen.findByText(text)).toBeInTheDocument()
})

test('the page of a module that is not deployed says so', async () => {
  startServer()
  open('ports')
  expect(await screen.findByText('No module named ports is deployed.')).toBeInTheDocument()
})

test('when the reports cannot be loaded, versions and deployments are shown, and it can be tried again', async () => {
  startServer()
  let isDown = true
  server.use(
    http.get('*/api/federation/remotes/mail/health', () =>
      isDown ? new HttpResponse(null, { status: 503 }) : HttpResponse.json(health),
    ),
  )
  const { user } = open()
  expect(await screen.findByText('The module could not be loaded')).toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'Versions of Mail' })).toBeInTheDocument()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('meter', { name: 'Error budget' })).toBeInTheDocument()
})
