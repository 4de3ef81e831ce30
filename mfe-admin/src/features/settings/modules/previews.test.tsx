import { screen, waitFor, within } from '@testing-library/react'
import { renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { routes } from '../../../routes.tsx'
import { emptyModuleSections } from '../../../test-support/modules-server.ts'

const at = '2026-11-20T18:00:00.000Z'
const version = (name: string, trial: { at: string; failure: string | null } | null) => ({
  version: name,
  state: 'kept',
  share: 0,
  deployedAt: at,
  deployedBy: { kind: 'token', name: 'pipeline' },
  size: 120_000,
  files: 9,
  note: null,
  mounts: 0,
  failures: 0,
  trial,
  contract: '^1.0.0',
  integrity: `sha384-${'A'.repeat(64)}`,
})
const preview = {
  pid: 'P1',
  name: 'docks',
  branch: 'feature/x',
  version: '1.2.0-cccccccc',
  owner: 'Docks team',
  forRoles: false,
  path: '/?preview=docks%40feature%2Fx',
  createdAt: at,
  createdBy: 'pipeline',
  until: '2026-11-27T18:00:00.000Z',
}
const flag = {
  remote: 'docks',
  name: 'undo',
  description: 'Undo after moving a dock',
  owner: 'Docks team',
  endsOn: '2020-01-31',
  isOverdue: true,
  rule: { roles: ['team'], percent: 0, people: ['U1'] },
  people: [{ pid: 'U1', name: 'Ana Ruiz' }],
  changedAt: at,
  changedBy: 'Ada Admin',
}

/** Throws if the list has fewer rows. */
function shown(row: HTMLElement | undefined): HTMLElement {
  if (row === undefined) throw new Error('the list has fewer rows')
  return row
}

/** The deployed builds of a module with one preview and one flag. */
function startDocks() {
  const calls: unknown[] = []
  let previews = [preview]
  server.use(...emptyModuleSections)
  server.use(
    http.get('*/api/federation/remotes', () =>
      HttpResponse.json({
        contract: '1.0.0',
        remotes: [
          {
            name: 'docks',
            owner: 'Docks team',
            active: '1.0.0-aaaaaaaa',
            canary: null,
            rollbackTo: null,
            versions: [
              version('1.2.0-cccccccc', { at, failure: 'mount: TypeError: no document' }),
              version('1.1.0-bbbbbbbb', null),
              { ...version('1.0.0-aaaaaaaa', { at, failure: null }), state: 'active', share: 100 },
            ],
            history: [],
          },
        ],
        previews,
        flags: [flag],
      }),
    ),
    http.get('*/api/federation/loads', () => HttpResponse.json({ remotes: [], errors: [], pageErrors: [] })),
    http.get('*/api/federation/tokens', () => HttpResponse.json({ tokens: [] })),
    http.post('*/api/federation/remotes/docks/activate', async ({ request }) => {
      calls.push(await request.json())
      const result = { name: 'docks', version: '1.2.0-cccccccc', from: '1.0.0-aaaaaaaa', canary: null }
      return HttpResponse.json(result)
    }),
    http.post('*/api/federation/remotes/docks/previews', async ({ request }) => {
      calls.push(await request.json())
      return HttpResponse.json({ path: '/?preview=docks%401.1.0-bbbbbbbb', until: at }, { status: 201 })
    }),
    http.delete('*/api/federation/previews/P1', () => {
      calls.push('ended')
      previews = []
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/federation/flags/docks/undo', async ({ request }) => {
      calls.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return calls
}

test('a version that failed its trial is activated only anyway; one that was not tried can be previewed', async () => {
  const calls = startDocks()
  const { user } = renderRoutes(routes, '/settings?tab=modules', { as: 'superadmin' })
  const deployments = within(await screen.findByRole('list', { name: 'Deployments' }))
  await user.click(deployments.getByRole('button', { name: 'Versions' }))
  const [failed, untried, mounted] = within(
    await screen.findByRole('list', { name: 'Versions of Docks' }),
  ).getAllByRole('listitem')
  expect(failed).toHaveTextContent(/failed when tried in a page .*: mount: TypeError: no document/)
  expect(untried).toHaveTextContent('not tried')
  expect(mounted).toHaveTextContent(/mounted in a page/)

  await user.click(within(shown(untried)).getByRole('button', { name: 'Make preview' }))
  expect(await screen.findByText('Preview made. Open it under Previews.')).toBeVisible()
  await user.click(within(shown(failed)).getByRole('button', { name: 'Activate' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('It failed when it was tried in a page: mount: TypeError: no document.')
  await user.click(within(dialog).getByRole('button', { name: 'Activate anyway' }))
  await waitFor(() =>
    expect(calls).toEqual([
      { branch: '1.1.0-bbbbbbbb', version: '1.1.0-bbbbbbbb' },
      { version: '1.2.0-cccccccc', anyway: true },
    ]),
  )
}, 60_000)

test('previews are listed with branch, who and until when, and can be ended now', async () => {
  const calls = startDocks()
  const { user } = renderRoutes(routes, '/settings?tab=modules', { as: 'admin' })
  const list = await screen.findByRole('list', { name: 'Previews' })
  expect(list).toHaveTextContent(
    /feature\/x.*Docks.*1\.2\.0-cccccccc.*until Nov 27, 2026.*pipeline.*for administrators/,
  )
  expect(within(list).getByRole('link', { name: 'Open' })).toHaveAttribute('href', preview.path)
  await user.click(within(list).getByRole('button', { name: 'End' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'End the preview feature/x of Docks?' })
  await user.click(within(dialog).getByRole('button', { name: 'End' }))
  expect(await screen.findByText('No previews')).toBeVisible()
  expect(calls).toEqual(['ended'])
}, 60_000)

test('a flag is set by role, percentage and person; one past its end is overdue', async () => {
  const calls = startDocks()
  const { user } = renderRoutes(routes, '/settings?tab=modules', { as: 'admin' })
  const list = await screen.findByRole('list', { name: 'Flags' })
  expect(list).toHaveTextContent(
    /undo.*Overdue since Jan 31, 2020.*Docks team.*on for: Team.*1 person: Ana Ruiz/,
  )
  await user.click(within(list).getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'For whom is undo on?' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Team' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Client' }))
  const percent = dialog.getByLabelText('Percentage of people')
  await user.clear(percent)
  await user.type(percent, '101')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter a whole number from 0 to 100.')).toBeVisible()
  await user.clear(percent)
  await user.type(percent, '25')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Flag undo changed')).toBeVisible()
  expect(calls).toEqual([{ roles: ['client'], percent: 25, people: ['U1'] }])
}, 60_000)

test('previews and flags are in Spanish', async () => {
  startDocks()
  await screenInSpanish(() => import('../../../spanish.ts'))
  renderRoutes(routes, '/settings?tab=modules', { as: 'admin' })
  expect(await screen.findByRole('heading', { name: 'Vistas previas' })).toBeVisible()
  expect(await screen.findByText(/Vencido desde el 31 ene 2020/)).toBeVisible()
}, 60_000)
