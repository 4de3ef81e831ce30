import { http, HttpResponse } from 'msw'
import { api, crud, nothing, onReauthRequired, onSignInRequired } from './api.ts'
import { server } from '../test-support/server.ts'

const wanted = () =>
  HttpResponse.json(
    {
      type: 'reauth-required',
      title: 'Confirm your identity',
      status: 403,
      detail: 'Confirm with your passkey',
      instance: 'r',
    },
    { status: 403 },
  )

/** A server that accepts changes after a step-up. */
function startServer(): { calls: number; isProven: boolean } {
  const side = { calls: 0, isProven: false }
  server.use(
    http.post('*/api/crud', () => {
      side.calls += 1
      return side.isProven ? HttpResponse.json({}) : wanted()
    }),
  )
  return side
}
const change = () => crud({ apiPath: 'users/U1', method: 'PATCH', body: { title: 'Clerk' } }, nothing)

test('concurrent changes that need a recent authentication share one step-up (contract.md 3)', async () => {
  const side = startServer()
  let proofs = 0
  const stop = onReauthRequired(async () => {
    proofs += 1
    side.isProven = true
  })
  await Promise.all([change(), change()])
  expect([proofs, side.calls]).toEqual([1, 4])
  stop()
})

test('without a step-up the call fails with an explanation and is not repeated', async () => {
  const side = startServer()
  const stop = onReauthRequired(() => Promise.reject(new Error('The passkey was not used.')))
  await expect(change()).rejects.toThrow('Confirm with your passkey')
  expect(side.calls).toBe(1)
  stop()
  await expect(change()).rejects.toThrow('Confirm with your passkey')
  expect(side.calls).toBe(2)
})

const over = () =>
  HttpResponse.json(
    {
      type: 'unauthenticated',
      title: 'Sign in to continue',
      status: 401,
      detail: 'Sign in to continue.',
      instance: 'r',
    },
    { status: 401 },
  )

test('calls that fail because the session ended share one sign-in and are repeated (issue 4)', async () => {
  const side: { isSignedIn: boolean; bodies: unknown[] } = { isSignedIn: false, bodies: [] }
  server.use(
    http.post('*/api/crud', async ({ request }) => {
      side.bodies.push(await request.json())
      return side.isSignedIn ? HttpResponse.json({}) : over()
    }),
  )
  let signIns = 0
  const stop = onSignInRequired(async () => {
    signIns += 1
    side.isSignedIn = true
  })
  await Promise.all([change(), change()])
  expect([signIns, side.bodies.length]).toEqual([1, 4])
  expect(side.bodies[2]).toEqual({ apiPath: 'users/U1', method: 'PATCH', body: { title: 'Clerk' } })
  stop()
})

test('a call that needs both a sign-in and a step-up asks for each once', async () => {
  const side = { isSignedIn: false, isProven: false }
  server.use(
    http.post('*/api/crud', () =>
      !side.isSignedIn ? over() : side.isProven ? HttpResponse.json({}) : wanted(),
    ),
  )
  const asked: string[] = []
  const stops = [
    onSignInRequired(async () => {
      asked.push('sign-in')
      side.isSignedIn = true
    }),
    onReauthRequired(async () => {
      asked.push('proof')
      side.isProven = true
    }),
  ]
  await change()
  expect(asked).toEqual(['sign-in', 'proof'])
  for (const stop of stops) stop()
})

test('a canceled sign-in keeps the refusal, and a call asks for at most one sign-in', async () => {
  server.use(http.post('*/api/crud', over))
  const givenUp = onSignInRequired(() => Promise.reject(new Error('Given up.')))
  await expect(change()).rejects.toMatchObject({ status: 401 })
  givenUp()
  let signIns = 0
  const stop = onSignInRequired(async () => {
    signIns += 1
  })
  await expect(change()).rejects.toMatchObject({ status: 401 })
  expect(signIns).toBe(1)
  stop()
})

test.each(['/api/auth/me', '/api/auth/demo', '/api/auth/webauthn/login/verify', '/api/auth/recover'])(
  'a refused call to %s does not ask for a sign-in',
  async (url) => {
    server.use(http.all(`*${url}`, over))
    let signIns = 0
    const stop = onSignInRequired(async () => {
      signIns += 1
    })
    await expect(
      url.endsWith('/me') ? api.get(url, nothing) : api.post(url, {}, nothing),
    ).rejects.toMatchObject({ status: 401 })
    expect(signIns).toBe(0)
    stop()
  },
)
