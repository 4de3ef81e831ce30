import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FoundFiles, collectionNames, collections, fileContentUrl } from '@portal/contract'
import { z } from 'zod'
import { listReleases, releasedKey, unpackRelease } from '#test-support/released.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'
import { runBackupCommand } from '../backups/test-support/commands.ts'

const Answer = z.looseObject({})
const Rows = z.array(z.looseObject({ pid: z.string() }))
const Steps = z.object({
  transitions: z.array(
    z.looseObject({
      to: z.string(),
      whyNot: z.array(z.unknown()),
    }),
  ),
})

/** Signs in to a portal as its demo administrator. Returns how to call it. */
async function signIn({ port }: StartedServer) {
  const url = (path: string) => `http://localhost:${port}${path}`
  const json = { 'content-type': 'application/json', origin: url('') }
  const signedIn = await fetch(url('/api/auth/demo'), {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ role: 'admin' }),
  })
  assert.equal(signedIn.status, 204)
  const headers = { ...json, cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  return {
    get: (path: string) => fetch(url(path), { headers }),
    async crud(method: string, apiPath: string, more: object = {}) {
      const body = JSON.stringify({ apiPath, method, ...more })
      const response = await fetch(url('/api/crud'), { method: 'POST', headers, body })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${apiPath}: ${text}`)
      return Answer.parse(JSON.parse(text))
    },
  }
}

for (const release of listReleases())
  test(`data of release ${release} are restored, upgraded, read, written and moved on`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-released-'))
    try {
      await chmod(folder, 0o711)
      await unpackRelease(release, join(folder, 'backup'))
      const variables = { DATA_DIR: join(folder, 'data'), BACKUP_KEY: releasedKey }
      const restored = await runBackupCommand('restore', variables, join(folder, 'backup'))
      assert.equal(restored.code, 0, restored.err)
      const server = await startServer({ ...variables, DEMO: '1', BACKUP_LOG: '0' })
      try {
        await untilReady(server)
        const { get, crud } = await signIn(server)
        for (const name of collectionNames) {
          const list = await crud('GET', name, { query: { page: 1, pageSize: 3 } })
          const [first] = Rows.parse(list[collections[name].responseField])
          assert.ok(first, `there is a record of ${name}`)
          assert.equal((await crud('GET', `${name}/${first.pid}`))['pid'], first.pid)
        }
        const filled = { query: { filter: { authority: { isNotEmpty: true } }, pageSize: 1 } }
        const [permit] = Rows.parse((await crud('GET', 'permits', filled))['permits'])
        const { title } = z.object({ title: z.string() }).parse(permit?.['authority'])
        assert.match(title, /^[A-Z][a-z]/, 'a permit names the record of its authority')
        const response = await get('/api/files/search?searchToken=pdf')
        const { found: files } = FoundFiles.parse(await response.json())
        const file = files.find(({ mimeType }) => mimeType === 'application/pdf')
        assert.ok(file, 'there is a file')
        const content = await (await get(fileContentUrl(file.pid))).arrayBuffer()
        assert.equal(content.byteLength, file.size)
        const { pid } = await crud('POST', 'tasks', { body: { title: 'After the upgrade' } })
        const path = `tasks/${String(pid)}`
        const changed = await crud('PATCH', path, { body: { priority: 'HIGH' } })
        assert.equal(changed['priority'], 'HIGH')
        const { transitions } = Steps.parse(await crud('GET', `${path}/transitions`))
        const step = transitions.find(({ whyNot }) => whyNot.length === 0)
        assert.ok(step, JSON.stringify(transitions))
        const moved = await crud('POST', `${path}/transitions`, { body: { to: step.to } })
        assert.equal(moved['status'], step.to)
      } finally {
        server.child.kill('SIGTERM')
        assert.equal(await server.exit, 0, server.stderr())
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
