import { act, screen, waitFor, within } from '@testing-library/react'
import { setLanguage } from '@portal/shared-ui/i18n'
import {
  expectConsole,
  personAs,
  renderRoutes,
  screenInSpanish,
  server,
  setWidth,
} from '@portal/shared-ui/test-support'
import { sessionAtom } from '@portal/shared-ui'
import type { PanelOffer } from '@portal/shared-ui'
import { mountInto } from '../../../panels/person.ts'
import { ada, passkey, peopleServer, refused, session } from '../../../test-support/people-server.ts'
import type { PeopleSide } from '../../../test-support/people-server.ts'
import { routes } from '../../../routes.tsx'

const offer: PanelOffer = {
  remote: 'admin',
  panel: {
    slot: 'record.tab',
    collections: ['users'],
    id: 'person',
    label: 'Processing status',
    order: 1,
    expose: './person',
  },
}
const disable = { to: 'DISABLED', label: 'Disable', allowed: true, whyNot: [] }

// A panel has its own React root, which mounts and unmounts outside Testing Library's `act`.
afterEach(() => setLanguage('en'))
beforeEach(() => expectConsole(/inside a test was not wrapped in act/))

interface Scene extends Partial<PeopleSide> {
  record?: Record<string, unknown>
  steps?: unknown[]
  as?: 'admin' | 'superadmin'
}

/** Opens the account of Ada's record, at its address. */
async function open({ record = {}, steps = [disable], as = 'admin', onCrud, ...side }: Scene = {}) {
  setWidth(1600)
  const person = { ...ada, ...record }
  const people = peopleServer({
    ...side,
    onCrud: (call) => {
      const given = onCrud?.(call)
      if (given !== undefined) return given
      if (call.apiPath === `users/${ada.pid}/transitions`)
        return { body: call.method === 'GET' ? { transitions: steps } : person }
      return call.apiPath === `users/${ada.pid}` ? { body: person } : undefined
    },
  })
  server.use(...people.handlers)
  const rendered = renderRoutes(routes, `/users?page=1&record=${ada.pid}&tab=Processing+status`, {
    as,
    heading: 'Users',
    panels: [offer],
    loadPanel: () => Promise.resolve({ mountInto }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Ada Marlow' }, { timeout: 15_000 }))
  await drawer.findByRole('heading', { name: 'Role' })
  return { ...rendered, side: people.side, drawer }
}

test('a Spanish screen names the status of an account and its steps in Spanish', async () => {
  await open({ record: { status: 'ACTIVE' } })
  await act(() => screenInSpanish(() => import('../../../spanish.ts')))
  expect(await screen.findByRole('button', { name: 'Desactivar' })).toBeVisible()
  expect(screen.getAllByText('Activo').length).toBeGreaterThan(0)
})

test('disabling an account explains the consequences and requires a reason', async () => {
  const { user, drawer, side } = await open()
  await user.click(await drawer.findByRole('button', { name: 'Disable' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable: Ada Marlow' }))
  expect(dialog.getByText(/signed out everywhere immediately/)).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'Left')
  await user.click(dialog.getByRole('button', { name: 'Disable' }))
  await waitFor(() =>
    expect(side.calls).toContain(
      `POST users/${ada.pid}/transitions {"to":"DISABLED","version":3,"reason":"Left"}`,
    ),
  )
  expect(await screen.findByText('Status changed')).toBeVisible()
})

test('before an account is disabled its open work is counted, with a link to each list', async () => {
  const results: Record<string, [field: string, count: number]> = {
    permits: ['permits', 12],
    rts: ['rts', 0],
    tasks: ['tasks', 1],
    ctasks: ['tasks', 0],
  }
  const filters: unknown[] = []
  const { user, drawer, store } = await open({
    onCrud: ({ apiPath, query }) => {
      const [field, count] = results[apiPath] ?? []
      if (field === undefined || count === undefined) return undefined
      filters.push(query?.['filter'])
      return { body: { [field]: [], metadata: { count, page: 1, pageSize: 1 } } }
    },
  })
  act(() =>
    store.set(sessionAtom, {
      state: 'signed-in',
      user: { ...personAs('admin'), pages: { '/tasks': true, '/permits/processing': true } },
    }),
  )
  await user.click(await drawer.findByRole('button', { name: 'Disable' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable: Ada Marlow' }))
  const work = within(await dialog.findByRole('list', { name: 'Open work' }))
  expect(work.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Processing permits: 12',
    'Tasks: 1',
  ])
  expect(filters).toContainEqual({ assignedTo: ada.pid, status: { nin: ['DONE', 'CANCELLED'] } })
  expect(work.getByRole('link', { name: 'Tasks: 1' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/tasks\?page=1&filter=.*assignedTo/),
  )
})

test('who disables an account with open work is offered to hand it over, and the account is disabled with it', async () => {
  const { user, drawer } = await open({
    onCrud: ({ apiPath }) => {
      if (apiPath === `users/${ada.pid}/handover`)
        return {
          body: { total: 3, counts: [{ collection: 'tasks', count: 3 }], recipients: [], records: [] },
        }
      const field = { permits: 'permits', rts: 'rts', tasks: 'tasks', ctasks: 'tasks' }[apiPath]
      const count = apiPath === 'tasks' ? 3 : 0
      return field === undefined
        ? undefined
        : { body: { [field]: [], metadata: { count, page: 1, pageSize: 1 } } }
    },
  })
  await user.click(await drawer.findByRole('button', { name: 'Disable' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable: Ada Marlow' }))
  await user.click(await dialog.findByRole('button', { name: 'Hand over and disable' }))
  const handover = within(await screen.findByRole('dialog', { name: 'Hand over: Ada Marlow' }))
  expect(await handover.findByText('Tasks: 3')).toBeVisible()
  expect(handover.getByRole('checkbox', { name: /Disable the account/ })).toBeChecked()
})

test('a refused transition lists all reasons', async () => {
  const whyNot = ['This is the last superadmin. Add another one first.']
  const { drawer } = await open({
    steps: [{ ...disable, allowed: false, whyNot }],
    record: { role: 'superadmin' },
    as: 'superadmin',
  })
  expect(await drawer.findByText(/Disable is not available\. This is the last superadmin/)).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Disable' })).toBeNull()
})

test('changing a role, with the client’s organization, warns first that it ends the user’s sessions', async () => {
  const { user, drawer, side, told } = await open()
  await user.click(drawer.getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Client/ }))
  expect(drawer.getByText('Changing the role signs them out everywhere.')).toBeVisible()
  await waitFor(() => expect(told.unsaved).toBe(true))
  await user.click(await drawer.findByRole('combobox', { name: 'Organization' }))
  await user.click(await screen.findByRole('option', { name: /Acme Builders/ }))
  await user.click(drawer.getByRole('button', { name: 'Change role' }))
  await waitFor(() =>
    expect(side.calls).toContain(
      `PATCH users/${ada.pid} {"role":"client","org":"01ORG","orgRole":null,"version":3}`,
    ),
  )
})

test('a refused change of role says why and keeps the selection', async () => {
  const { user, drawer } = await open({
    record: { role: 'superadmin' },
    as: 'superadmin',
    onCrud: ({ method }) =>
      method === 'PATCH'
        ? { refusal: 'transition-refused', detail: 'This is the last superadmin. Add another one first.' }
        : undefined,
  })
  await user.click(drawer.getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Team/ }))
  await user.click(drawer.getByRole('button', { name: 'Change role' }))
  expect(await drawer.findByRole('alert')).toHaveTextContent('This is the last superadmin')
  expect(drawer.getByRole('combobox', { name: /Role/ })).toHaveTextContent('Team')
  await user.click(drawer.getByRole('button', { name: 'Discard' }))
  expect(drawer.getByRole('combobox', { name: /Role/ })).toHaveTextContent('Superadmin')
})

test('an administrator sees accounts of the same or a higher role but cannot change them', async () => {
  const { drawer, side } = await open({
    record: { role: 'superadmin' },
    steps: [{ ...disable, allowed: false, whyNot: ['Only a superadmin may.'] }],
  })
  expect(drawer.getByText('Only a superadmin can change this account.')).toBeVisible()
  expect(drawer.getByRole('combobox', { name: /Role/ })).toHaveAttribute('aria-disabled', 'true')
  expect(drawer.queryByRole('heading', { name: 'Sessions' })).toBeNull()
  expect(side.calls.filter((call) => call.includes(ada.pid))).toEqual([])
})

test('a lost passkey is removed after a confirmation, and an enrollment link is shown once', async () => {
  const { user, drawer, side } = await open({
    passkeys: [passkey('K1', { name: 'Old laptop', lastUsedAt: '2026-11-01T09:00:00.000Z' })],
  })
  const row = within(await drawer.findByRole('list', { name: 'Passkeys' })).getByRole('listitem')
  expect(row).toHaveTextContent(/Old laptop.*last used Nov 1, 2026.*on one device only/)
  expect(within(row).queryByRole('button', { name: 'Rename' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: 'Remove' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Remove “Old laptop”?' })).getByRole('button', {
      name: 'Remove',
    }),
  )
  expect(await drawer.findByText('No passkeys.')).toBeVisible()
  expect(side.calls).toContain(`DELETE /api/auth/users/${ada.pid}/passkeys/K1`)
  await user.click(drawer.getByRole('button', { name: 'Create enrollment link' }))
  const link = within(await screen.findByRole('dialog', { name: 'Enrollment link for Ada Marlow' }))
  expect(link.getByRole('textbox', { name: 'Link' })).toHaveValue('http://localhost/sign-up#link=once')
})

test('sessions are listed and ended, one or all of them', async () => {
  const { user, drawer, side } = await open({
    sessions: [session('S1'), session('S2', { userAgent: null, method: 'unheard-of' })],
  })
  const list = await drawer.findByRole('list', { name: 'Sessions' })
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    /Firefox on Linux.*Signed in with a passkey, Nov 20, 2026/,
  )
  expect(within(list).getAllByRole('listitem')[1]).toHaveTextContent(
    /Unknown browser.*Signed in, Nov 20, 2026/,
  )
  await user.click(within(list).getAllByRole('button', { name: 'End session' })[0] ?? list)
  await waitFor(() => expect(side.calls).toContain(`DELETE /api/auth/users/${ada.pid}/sessions/S1`))
  await user.click(drawer.getByRole('button', { name: 'End all sessions' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End all sessions' }),
  )
  expect(await drawer.findByText('No active sessions.')).toBeVisible()
})

test('a part that fails to load says so with Try again; the rest of the account stays', async () => {
  const { user, drawer, side } = await open({
    instead: {
      [`GET /api/auth/users/${ada.pid}/passkeys`]: () => refused('unavailable', 'The database is away.'),
    },
  })
  expect(await drawer.findByRole('alert')).toHaveTextContent('Passkeys could not be loaded')
  expect(await drawer.findByText('No active sessions.')).toBeVisible()
  side.instead = {}
  await user.click(drawer.getByRole('button', { name: 'Try again' }))
  expect(await drawer.findByText('No passkeys.')).toBeVisible()
})

test('the audit of the user is one click away', async () => {
  const { user, drawer, told } = await open()
  await user.click(drawer.getByRole('link', { name: 'Audit log of Ada Marlow' }))
  expect(told.navigated).toEqual([`/users?show=audit&person=${ada.pid}&page=1`])
})
