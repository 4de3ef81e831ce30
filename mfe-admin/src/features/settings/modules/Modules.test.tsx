import { screen, within } from '@testing-library/react'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { routes } from '../../../routes.tsx'
import { emptyModuleSections } from '../../../test-support/modules-server.ts'

const at = '2026-11-20T10:00:00.000Z'
const integrity = `sha384-${'A'.repeat(64)}`
const version = (name: string, state: 'active' | 'kept') => ({
  version: name,
  state,
  share: state === 'active' ? 100 : 0,
  deployedAt: at,
  deployedBy: { kind: 'token', name: 'pipeline' },
  size: 120_000,
  files: 9,
  note: 'Faster lists',
  mounts: 1200,
  failures: 3,
  contract: '^1.0.0',
  integrity,
})

/** The deployed builds of mail on a server. */
function startModules() {
  const side = { active: '0.2.0-bbbbbbbb', rolledBack: 0, revoked: 0 }
  const remote = () => ({
    name: 'mail',
    owner: 'Mail team',
    active: side.active,
    canary: null,
    rollbackTo: side.active === '0.2.0-bbbbbbbb' ? '0.1.0-aaaaaaaa' : null,
    versions: [
      version('0.2.0-bbbbbbbb', side.rolledBack === 0 ? 'active' : 'kept'),
      version('0.1.0-aaaaaaaa', side.rolledBack === 0 ? 'kept' : 'active'),
    ],
    history: [
      {
        at,
        by: { kind: 'person', name: 'Ada Admin' },
        action: 'deploy',
        version: '0.2.0-bbbbbbbb',
        from: '0.1.0-aaaaaaaa',
        canary: null,
        size: 120_000,
        note: null,
      },
    ],
  })
  const failure = {
    remote: 'mail',
    version: '0.2.0-bbbbbbbb',
    owner: 'Mail team',
    phase: 'entry',
    message: 'Error: #RUNTIME-008',
    path: '/mail',
    count: 3,
    firstAt: at,
    lastAt: at,
  }
  const { phase: _phase, ...common } = failure
  const pageError = {
    ...common,
    kind: 'rejection',
    message: 'TypeError: x is undefined',
    place: 'assets/78.502a5bf1cb.js:1:2045',
  }
  const loads = {
    remote: 'mail',
    version: '0.2.0-bbbbbbbb',
    owner: 'Mail team',
    loads: 1200,
    failures: 3,
    errors: 7,
    meanMs: 180,
    slowestMs: 912,
    lastAt: at,
  }
  const token = {
    pid: 'T1',
    remote: 'mail',
    label: 'pipeline',
    createdAt: at,
    createdBy: 'Ada Admin',
    lastUsedAt: null,
    revokedAt: null,
    scope: 'upload',
    expiresAt: at,
    ended: null,
  }
  server.use(...emptyModuleSections)
  server.use(
    http.get('*/api/federation/remotes', () => HttpResponse.json({ contract: '1.0.0', remotes: [remote()] })),
    http.get('*/api/federation/loads', () =>
      HttpResponse.json({ remotes: [loads], errors: [failure], pageErrors: [pageError] }),
    ),
    http.get('*/api/federation/tokens', () =>
      HttpResponse.json({
        tokens: side.revoked === 0 ? [token] : [{ ...token, revokedAt: at, ended: 'revoked' }],
      }),
    ),
    http.post('*/api/federation/tokens', () =>
      HttpResponse.json({ pid: 'T2', token: 'a-token-shown-once', expiresAt: at }),
    ),
    http.delete('*/api/federation/tokens/T1', () => {
      side.revoked += 1
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/federation/remotes/mail/rollback', () => {
      side.rolledBack += 1
      side.active = '0.1.0-aaaaaaaa'
      return HttpResponse.json({
        name: 'mail',
        version: '0.1.0-aaaaaaaa',
        from: '0.2.0-bbbbbbbb',
        canary: null,
      })
    }),
  )
  return side
}

const open = () => renderRoutes(routes, '/settings?tab=modules', { as: 'admin', heading: 'Settings' })

test('modules show the deployed build, its author and time, and restore the previous version with one click', async () => {
  const side = startModules()
  const { user } = open()
  const list = within(await screen.findByRole('list', { name: 'Deployments' }))
  expect(list.getByText('Owner: Mail team ·')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: 'Versions' }))
  expect(await screen.findByRole('list', { name: 'Versions of Mail' })).toHaveTextContent('“Faster lists”')
  expect(screen.getByRole('list', { name: 'History of Mail' })).toHaveTextContent(
    'Ada Admin activated 0.2.0-bbbbbbbb, replacing 0.1.0-aaaaaaaa.',
  )
  await user.click(list.getByRole('button', { name: 'Roll back' }))
  expect(await screen.findByText('Mail: version 0.1.0-aaaaaaaa is active')).toBeInTheDocument()
  expect(side.rolledBack).toBe(1)
})

test('a module deployed later is switched like built-in ones; switching it back leaves no change', async () => {
  startModules()
  const ports = {
    name: 'ports',
    owner: 'Ports team',
    active: '1.0.0-cccccccc',
    canary: null,
    rollbackTo: null,
    versions: [],
    history: [],
  }
  server.use(
    http.get('*/api/federation/remotes', () => HttpResponse.json({ contract: '1.0.0', remotes: [ports] })),
  )
  const { user } = open()
  const control = await screen.findByLabelText('Ports, Team')
  await user.click(control)
  expect(control).not.toBeChecked()
  expect(document.querySelector('footer')).toHaveTextContent('1 setting changed: Team: module Ports')
  await user.click(control)
  expect(document.querySelector('footer')).toBeNull()
})

test('a withdrawn canary shows the numbers it was withdrawn for, and each version its loads', async () => {
  startModules()
  const withdrawn = {
    ...version('0.3.0-dddddddd', 'kept'),
    verdict: 'withdrawn',
    errors: 4,
    evidence: {
      mounts: 120,
      failures: 9,
      errors: 4,
      stableMounts: 2300,
      stableFailures: 2,
      stableErrors: 1,
      likelihoodRatio: 5_000_000,
    },
  }
  const mail = {
    name: 'mail',
    owner: 'Mail team',
    active: '0.2.0-bbbbbbbb',
    canary: { version: '0.4.0-eeeeeeee', to: { percent: 25, automatic: true } },
    rollbackTo: null,
    versions: [version('0.2.0-bbbbbbbb', 'active'), withdrawn],
    history: [],
  }
  server.use(
    http.get('*/api/federation/remotes', () => HttpResponse.json({ contract: '1.0.0', remotes: [mail] })),
  )
  const { user } = open()
  const list = within(await screen.findByRole('list', { name: 'Deployments' }))
  expect(list.getByText(/Canary 0\.4\.0-eeeeeeee: 25% of users, more by itself/)).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: 'Versions' }))
  const [active, kept] = within(screen.getByRole('list', { name: 'Versions of Mail' })).getAllByRole(
    'listitem',
  )
  expect(active).toHaveTextContent('1,200 loads in 30 days, 3 failed')
  expect(kept).toHaveTextContent(
    'Withdrawn as a canary: 9 of 120 loads failed, 2 of 2,300 of the stable version · errors after loading: 4, of the stable version 1',
  )
  expect(kept).toHaveTextContent('4 errors after loading')
})

test('a module is removed after its users were shown and its name was typed, and can be restored', async () => {
  startModules()
  const ports = {
    name: 'ports',
    owner: 'Ports team',
    active: '1.0.0-cccccccc',
    canary: null,
    rollbackTo: null,
    versions: [version('1.0.0-cccccccc', 'active')],
    history: [],
  }
  const gone = {
    name: 'ports',
    owner: 'Ports team',
    version: '1.0.0-cccccccc',
    removedAt: at,
    removedBy: 'Ada Admin',
    note: null,
    until: '2026-12-20T10:00:00.000Z',
  }
  const bodies: unknown[] = []
  const side = { isRemoved: false }
  server.use(
    http.get('*/api/federation/remotes', () =>
      HttpResponse.json({
        contract: '1.0.0',
        remotes: side.isRemoved ? [] : [ports],
        removed: side.isRemoved ? [gone] : [],
      }),
    ),
    http.get('*/api/federation/remotes/ports/usage', () =>
      HttpResponse.json({
        name: 'ports',
        routes: [
          { path: '/ports', label: 'Ports' },
          { path: '/ports/{pid}', label: null },
        ],
        panels: [{ label: 'Moorings', collections: ['permits'] }],
        versions: 3,
        tokens: 1,
        offFor: ['client'],
        people: 12,
        mounts: 340,
        lastAt: at,
        calledBy: ['records'],
      }),
    ),
    http.post('*/api/federation/remotes/ports/remove', async ({ request }) => {
      bodies.push(await request.json())
      side.isRemoved = true
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/federation/remotes/ports/restore', () => {
      side.isRemoved = false
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = open()
  expect(await screen.findByLabelText('Ports, Team')).toBeChecked()
  await user.click(within(screen.getByRole('list', { name: 'Deployments' })).getByText('Remove'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Ports?' }))
  const uses = within(await dialog.findByRole('list', { name: 'Who uses it' })).getAllByRole('listitem')
  expect(uses.map(({ textContent }) => textContent)).toEqual([
    '2 pages: Ports (/ports), /ports/{pid}',
    '1 panel: Moorings',
    'On for 12 active users',
    'Switched off for: Client',
    expect.stringMatching(/^Opened 340 times in the last 30 days, last Nov 20, 2026/),
    'Called by other modules: Records',
    '3 stored versions',
    '1 deploy token that is revoked',
  ])
  const name = dialog.getByLabelText('Type ports to confirm')
  await user.type(name, 'Ports')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(name).toHaveAccessibleDescription('Enter ports exactly as shown.')
  expect(bodies).toEqual([])
  await user.clear(name)
  await user.type(name, 'ports')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Ports removed')).toBeInTheDocument()
  expect(bodies).toEqual([{ confirm: 'ports' }])

  const removed = within(await screen.findByRole('list', { name: 'Removed modules' }))
  expect(removed.getByRole('listitem')).toHaveTextContent(
    /removed Nov 20, 2026.* by Ada Admin.*until Dec 20, 2026/,
  )
  expect(screen.queryByLabelText('Ports, Team')).toBeNull()
  await user.click(removed.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Ports restored')).toBeInTheDocument()
  expect(await screen.findByLabelText('Ports, Team')).toBeChecked()
})

test('a module that is part of the portal cannot be removed, and the button says why', async () => {
  startModules()
  open()
  const remove = within(await screen.findByRole('list', { name: 'Deployments' })).getByText('Remove')
  expect(remove).toBeDisabled()
  expect(remove).toHaveAttribute(
    'title',
    'Part of the portal. Switch it off for the roles that do not need it.',
  )
})

test('errors after loading show how they were thrown, in which script, and to whom it belongs', async () => {
  startModules()
  open()
  const [error] = within(await screen.findByRole('list', { name: 'Errors after loading' })).getAllByRole(
    'listitem',
  )
  expect(error).toHaveTextContent(
    /^Mail0\.2\.0-bbbbbbbbOwner: Mail team · Unhandled rejection · assets\/78\.502a5bf1cb\.js:1:2045 · \/mail · 3 times · last .*TypeError: x is undefined$/,
  )
})

test('errors of modules show remote, version, owner and load phase', async () => {
  startModules()
  open()
  const [error] = within(await screen.findByRole('list', { name: 'Errors while loading' })).getAllByRole(
    'listitem',
  )
  expect(error).toHaveTextContent(
    /^Mail0\.2\.0-bbbbbbbbOwner: Mail team · Where: Entry · \/mail · 3 times · last .*Error: #RUNTIME-008$/,
  )
  expect(
    within(screen.getByRole('table', { name: 'Loads in the last 30 days' })).getAllByRole('row')[1],
  ).toHaveTextContent('1,20037180 ms912 ms')
})

test('a deploy token is shown once, after it is created, and can be revoked', async () => {
  const side = startModules()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  const module = await screen.findByLabelText('Module')
  await user.clear(module)
  await user.type(module, 'ports')
  await user.type(screen.getByLabelText('Name'), 'nightly')
  await user.clear(screen.getByLabelText('Expires in (days)'))
  await user.type(screen.getByLabelText('Expires in (days)'), '91')
  await user.click(screen.getByText('Create token', { selector: 'button' }))
  expect(screen.getByText('Enter a whole number of days from 1 to 90.')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Expires in (days)'))
  await user.type(screen.getByLabelText('Expires in (days)'), '30')
  await user.click(screen.getByText('Create token', { selector: 'button' }))
  expect(await screen.findByLabelText('Token')).toHaveValue('a-token-shown-once')
  await user.click(screen.getByText('Done', { selector: 'button' }))
  await user.click(await screen.findByText('Revoke', { selector: 'button' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Token revoked')).toBeInTheDocument()
  expect(await screen.findByText('No active tokens')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '1 expired or revoked token' }))
  expect(screen.getByRole('list', { name: '1 expired or revoked token' })).toHaveTextContent('pipeline')
  expect(side.revoked).toBe(1)
})
