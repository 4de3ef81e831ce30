import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { Refusal, toProblem } from '@portal/contract'
import { openPortal } from './open-portal.ts'
import { CliError } from '../cli-error.ts'

let result = new Refusal('forbidden', '')
const server = createServer((_request, reply) => {
  const problem = toProblem(result, 'request-1')
  reply.writeHead(problem.status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
})
let to = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  to = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
after(() => new Promise((resolve) => server.close(resolve)))

const activate = async () =>
  (await openPortal({ to, token: 'T', remote: 'mail' })).activate({ version: '1.0.0-3fa94c21' })

test('an upload-only token uploads the build and leaves its activation to an administrator', async () => {
  const detail = 'This deploy token may only upload.'
  result = new Refusal('forbidden', detail, {
    errors: [{ path: 'headers.authorization', code: 'upload-only', detail }],
  })
  assert.equal(await activate(), null)
})

test('any other refusal to activate is shown with the message of the portal', async () => {
  result = new Refusal('forbidden', 'This deploy token is for files, not for mail.')
  await assert.rejects(
    activate(),
    (error) => error instanceof CliError && /is uploaded but not activated: .*for files/.test(error.message),
  )
})
