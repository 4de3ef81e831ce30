import { http, HttpResponse } from 'msw'
import { crud, nothing, onProofWanted } from './api.ts'
import { server } from '../test-support/server.ts'

const wanted = () =>
  HttpResponse.json(
    { type: 'reauth-required', title: 'Confirm that it is you', status: 403, detail: 'Confirm with your passkey', instance: 'r' },
    { status: 403 },
  )

/** A server that lets changes through once the page has proved who it is. */
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

test('a change that asks for a fresh proof goes through after one proof, however many ask at once (contract.md 3)', async () => {
  const side = startServer()
  let proofs = 0
  const stop = onProofWanted(async () => {
    proofs += 1
    side.isProven = true
  })
  await Promise.all([change(), change()])
  expect([proofs, side.calls]).toEqual([1, 4])
  stop()
})

test('without a proof the refusal stands, is said in words, and nothing is sent again', async () => {
  const side = startServer()
  const stop = onProofWanted(() => Promise.reject(new Error('The passkey was not used.')))
  await expect(change()).rejects.toThrow('Confirm with your passkey')
  expect(side.calls).toBe(1)
  stop()
  await expect(change()).rejects.toThrow('Confirm with your passkey')
  expect(side.calls).toBe(2)
})
