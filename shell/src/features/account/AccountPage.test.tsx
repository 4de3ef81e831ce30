import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Refusal, toProblem } from '@portal/contract'
import type { Passkey, ProblemType, Session } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import AccountPage from './AccountPage.tsx'

const at = '2026-11-20T09:00:00.000Z'
const laptop: Passkey = {
  pid: 'K1',
  name: 'Passkey on Linux',
  createdAt: at,
  lastUsedAt: at,
  backedUp: false,
}
const here: Session = {
  id: 'S1',
  current: true,
  method: 'passkey',
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/143.0',
  address: '203.0.113.9',
}

const refused = (type: ProblemType, detail: string) => {
  const problem = toProblem(new Refusal(type, detail), 'req-1')
  return HttpResponse.json(problem, { status: problem.status })
}

/** The server writes this tag into the page. */
const microsoft = document.createElement('meta')
microsoft.name = 'portal-microsoft'
document.head.append(microsoft)

interface Side {
  passkeys: Passkey[]
  microsoft: { name: string; createdAt: string }[]
  recoveryCodes: number
  sessions: Session[]
  instead: Record<string, () => Response | Promise<Response>>
  calls: string[]
}

/** The signed-in user's account, mocked at the network level. */
function open(first: Partial<Side> = {}, { hasMicrosoft = false } = {}) {
  microsoft.content = hasMicrosoft ? '1' : '0'
  const side: Side = {
    passkeys: [laptop],
    microsoft: [],
    recoveryCodes: 0,
    sessions: [here],
    instead: {},
    calls: [],
    ...first,
  }
  const gone = () => new HttpResponse(null, { status: 204 })
  const responses: Record<string, (id: string, body: unknown) => Response> = {
    'GET passkeys': () =>
      HttpResponse.json({
        passkeys: side.passkeys,
        microsoft: side.microsoft,
        recoveryCodes: side.recoveryCodes,
      }),
    'PATCH passkeys': (id, body) => {
      side.passkeys = side.passkeys.map((passkey) =>
        passkey.pid === id ? { ...passkey, name: String(Reflect.get(Object(body), 'name')) } : passkey,
      )
      return gone()
    },
    'DELETE passkeys': (id) => {
      side.passkeys = side.passkeys.filter(({ pid }) => pid !== id)
      return gone()
    },
    'POST recovery-codes': () => {
      side.recoveryCodes = 2
      return HttpResponse.json({ codes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] })
    },
    'DELETE microsoft': () => {
      side.microsoft = []
      return gone()
    },
    'GET browsers': () => HttpResponse.json({ browsers: [] }),
    'GET sessions': () => HttpResponse.json({ sessions: side.sessions }),
    'DELETE sessions': (id) => {
      side.sessions = side.sessions.filter((session) => (id === '' ? session.current : session.id !== id))
      return id === '' ? HttpResponse.json({ ended: 1 }) : gone()
    },
  }
  server.use(
    http.get('*/api/auth/me/profile', () => HttpResponse.json({ name: 'Ann', phone: null, version: 1 })),
    http.all('*/api/auth/*', async ({ request }) => {
      const [, , , what = '', id = ''] = new URL(request.url).pathname.split('/')
      const call = `${request.method} ${what}`
      const text = await request.text()
      side.calls.push([call, id, text].filter(Boolean).join(' '))
      return side.instead[call]?.() ?? responses[call]?.(id, text === '' ? null : JSON.parse(text))
    }),
  )
  return {
    ...renderRoutes([{ path: '/account', element: <AccountPage /> }], '/account', { as: 'client' }),
    side,
  }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('passkeys are listed with their last use; a refused rename keeps the typed name (issue 4)', async () => {
  const { user, side } = open({
    instead: { 'PATCH passkeys': () => refused('validation-failed', 'body.name is too long') },
  })
  const row = within(await (await section('Passkeys')).findByRole('listitem'))
  for (const fact of [/^Created Nov 20, 2026/, /^last used Nov 20, 2026/, 'on one device only'])
    expect(row.getByText(fact)).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Rename' }))
  const name = row.getByRole('textbox', { name: 'Passkey name' })
  await user.clear(name)
  await user.type(name, 'Work laptop')
  await user.click(row.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('body.name is too long')).toBeVisible()
  expect(name).toHaveValue('Work laptop')
  side.instead = {}
  await user.click(row.getByRole('button', { name: 'Save' }))
  expect(await row.findByText('Work laptop')).toBeVisible()
  expect(side.calls).toContain('PATCH passkeys K1 {"name":"Work laptop"}')
})

test('removing a passkey asks first; the last sign-in method cannot be removed, and the page says why', async () => {
  const { user, side } = open({
    instead: {
      'DELETE passkeys': () =>
        refused('transition-refused', 'This is your only sign-in method. Create another passkey first.'),
    },
  })
  const remove = async () => {
    await user.click(
      within(await (await section('Passkeys')).findByRole('listitem')).getByRole('button', {
        name: 'Remove',
      }),
    )
    await user.click(
      within(await screen.findByRole('alertdialog', { name: /^Remove/ })).getByRole('button', {
        name: 'Remove',
      }),
    )
  }
  await remove()
  expect(
    await screen.findByText('This is your only sign-in method. Create another passkey first.'),
  ).toBeVisible()
  side.instead = {}
  await remove()
  expect(await screen.findByText(/No passkeys yet/)).toBeVisible()
})

test('a browser without passkey support says so when the user adds a passkey', async () => {
  const { user } = open({ passkeys: [] })
  await user.click((await section('Passkeys')).getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText(/This browser does not support passkeys/)).toBeVisible()
})

test('recovery codes are shown once, to copy or download; replacing existing ones asks first', async () => {
  const { user, side } = open()
  const recovery = await section('Recovery codes')
  expect(recovery.getByText('You have no recovery codes.')).toBeVisible()
  await user.click(recovery.getByRole('button', { name: 'Create new codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AAAA-BBBB-CCCC-DDDD',
    'EEEE-FFFF-GGGG-HHHH',
  ])
  await user.keyboard('{Escape}')
  const written = jest.spyOn(navigator.clipboard, 'writeText')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await dialog.findByText('Copied')).toBeVisible()
  expect(written).toHaveBeenCalledWith('AAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH')
  await user.click(dialog.getByRole('button', { name: 'I have saved them' }))
  await waitFor(() => expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull())
  expect(await (await section('Recovery codes')).findByText('2 codes left.')).toBeVisible()

  await user.click((await section('Recovery codes')).getByRole('button', { name: 'Create new codes' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Create new recovery codes?' }))
  expect(question.getByText('Your 2 current codes stop working immediately.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(side.calls.filter((call) => call.startsWith('POST recovery-codes'))).toHaveLength(1)
})

test('Microsoft is not mentioned when the server does not offer it; a linked account is shown and unlinked', async () => {
  const first = open()
  await section('Passkeys')
  expect(screen.queryByRole('region', { name: 'Microsoft' })).toBeNull()
  first.unmount()
  const { user } = open(
    { microsoft: [{ name: 'ada@contoso.example', createdAt: at }] },
    { hasMicrosoft: true },
  )
  const part = await section('Microsoft')
  expect(part.getByText(/ada@contoso\.example, linked Nov 20, 2026/)).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Unlink Microsoft' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink Microsoft' }),
  )
  expect(await (await section('Microsoft')).findByText('No Microsoft account is linked.')).toBeVisible()
  expect(part.getByRole('button', { name: 'Link Microsoft' })).toBeVisible()
})

test('sessions are listed and the current one is marked; the user ends one session, then all others', async () => {
  const other = {
    ...here,
    current: false,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS) Safari/604.1',
    address: null,
  }
  const { user, side } = open({ sessions: [here, { ...other, id: 'S2' }, { ...other, id: 'S3' }] })
  const sessions = await section('Sessions')
  const rows = await sessions.findAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(/Chrome on Windows.*This session.*from 203\.0\.113\.9/)
  expect(within(rows[0] ?? document.body).queryByRole('button')).toBeNull()
  await user.click(within(rows[1] ?? document.body).getByRole('button', { name: 'End session' }))
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(2))
  await user.click(sessions.getByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
  expect(side.calls).toEqual(expect.arrayContaining(['DELETE sessions S2', 'DELETE sessions']))
  expect(sessions.queryByRole('button')).toBeNull()
})

test('each section shows that it loads, and a failed one offers Try again without affecting the others', async () => {
  const response = Promise.withResolvers<Response>()
  const { user, side } = open({ instead: { 'GET passkeys': () => response.promise } })
  expect(
    await screen.findByRole('status', { name: 'Loading your passkeys and sessions' }),
  ).toBeInTheDocument()
  response.resolve(HttpResponse.json({ passkeys: 'none' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Unexpected response from the server')
  expect((await section('Sessions')).getByText('Chrome on Windows')).toBeVisible()
  side.instead = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await (await section('Passkeys')).findByText('Passkey on Linux')).toBeVisible()
})
