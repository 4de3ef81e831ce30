import assert from 'node:assert/strict'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Health } from '@portal/contract'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { mountDisk, mountExt4 } from '#test-support/small-disk.ts'

/** Calls of a member of the staff. */
async function callsAt(server: KillableServer) {
  const cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  const call = (body: object) =>
    fetch(server.url('/api/crud'), {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: server.url('') },
      body: JSON.stringify(body),
    })
  const Task = z.object({ pid: z.string() })
  return {
    list: async () => (await call({ apiPath: 'tasks', method: 'GET' })).status,
    /** The status, and the pid of a task that was made. */
    async make(title: string): Promise<{ status: number; pid: string | null; detail: string }> {
      const response = await call({ apiPath: 'tasks', method: 'POST', body: { title } })
      const body: unknown = await response.json()
      const { data } = Task.safeParse(body)
      return { status: response.status, pid: data?.pid ?? null, detail: JSON.stringify(body) }
    },
    read: async (pid: string) => (await call({ apiPath: `tasks/${pid}`, method: 'GET' })).status,
    async health() {
      const response = await fetch(server.url('/api/health'))
      return { code: response.status, health: Health.parse(await response.json()) }
    },
    ready: async () => (await fetch(server.url('/api/health/ready'))).status,
  }
}

/** Repeats a question until its answer is as wanted. */
async function until<Answer>(ask: () => Promise<Answer>, isSo: (result: Answer) => boolean): Promise<Answer> {
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await ask()
    if (isSo(response)) return response
    await wait(100)
  }
  throw new Error(`It has not come to that: ${JSON.stringify(await ask())}`)
}

test(
  'a full disk: reads go on, writes are refused in words, health names the disk, and all heals when there is space',
  { timeout: 240_000 },
  async (t) => {
    const disk = await mountDisk(320)
    if (disk === null) return t.skip('only root may make a small disk here')
    const server = await startKillable('full-disk', {}, disk.folder)
    try {
      const calls = await callsAt(server)
      const made: string[] = []
      const { pid } = await calls.make('Before')
      if (pid !== null) made.push(pid)
      const { bavail, bsize } = await statfs(disk.folder)
      await writeFile(join(disk.folder, 'filling'), Buffer.alloc(bavail * bsize)).catch(() => undefined)
      const refused = await until(
        async () => {
          const response = await calls.make('x'.repeat(150))
          if (response.pid !== null) made.push(response.pid)
          return response
        },
        ({ status }) => status !== 201,
      )
      assert.equal(refused.status, 503, refused.detail)
      assert.equal(await calls.list(), 200)
      const { code, health } = await until(
        () => calls.health(),
        (response) => response.code === 503,
      )
      assert.deepEqual([code, health.status, health.disk], [503, 'down', 'down'])
      assert.equal(await calls.ready(), 200, 'reads go on, so the server keeps its traffic')
      await rm(join(disk.folder, 'filling'))
      const { pid: later } = await until(
        () => calls.make('After'),
        ({ status }) => status === 201,
      )
      if (later !== null) made.push(later)
      await until(
        () => calls.health(),
        (response) => response.code === 200,
      )
      for (const each of made) assert.equal(await calls.read(each), 200)
      t.diagnostic(`${made.length} saved tasks, all there`)
    } finally {
      await server.close()
      await disk.close()
    }
  },
)

test(
  'a disk that turns read-only: no write is acknowledged, health names the disk, and all is there again after the repair',
  { timeout: 240_000 },
  async (t) => {
    const disk = await mountExt4(600)
    if (disk === null) return t.skip('only root may make a failing disk here')
    const server = await startKillable('read-only-disk', {}, disk.folder)
    try {
      const calls = await callsAt(server)
      const { pid } = await calls.make('Before')
      assert.ok(pid !== null)
      disk.fail()
      const refused = await calls.make('After')
      t.diagnostic(`write ${refused.status}, list ${await calls.list()}, ready ${await calls.ready()}`)
      assert.equal(refused.status, 503, refused.detail)
      const { health } = await until(
        () => calls.health(),
        ({ code }) => code === 503,
      )
      t.diagnostic(JSON.stringify(health))
      assert.deepEqual([health.status, health.disk], ['down', 'down'])
      await server.kill()
      await until(
        async () => disk.repair(),
        (isMounted) => isMounted,
      )
      await server.start()
      assert.equal(await calls.read(pid), 200)
      assert.equal((await calls.make('After the repair')).status, 201)
    } finally {
      await server.kill(true).catch(() => undefined)
      await server.close().catch(() => undefined)
      await disk.close()
    }
  },
)
