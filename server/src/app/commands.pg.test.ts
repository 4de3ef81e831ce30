import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

let server: KillableServer
let boss: string
before(
  async () => {
    server = await startKillable('commands', { DEMO: '0' })
    await server.besides(async ({ given }) => {
      boss = (await given.user({ role: 'superadmin', email: 'boss@office.test', status: 'ACTIVE' })).pid
      await given.user({ role: 'admin', email: 'admin@office.test', status: 'ACTIVE' })
    })
  },
  { timeout: 180_000 },
)
after(() => server.close())

/** Runs a command of the server on a data folder. Returns its exit code and what it printed. */
function run(
  name: string,
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const script = join(import.meta.dirname, `${name}.ts`)
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

const redeem = (token: string) =>
  fetch(server.url('/api/auth/links/redeem'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url('') },
    body: JSON.stringify({ token }),
  })

test('a superadmin without passkeys gets a link that works once, while the portal runs; administrators hear of it', async () => {
  const { code, out, err } = await run('recover-superadmin', server.folder, ' BOSS@office.test')
  assert.equal(code, 0, err)
  const [, token = ''] = /#link=([A-Za-z0-9_-]{43})\n$/.exec(out) ?? []
  assert.equal((await redeem(token)).status, 204)
  assert.equal((await redeem(token)).status, 404)
  await server.besides(async ({ database }) => {
    const audit = await database.query(
      "select kind, actor, person from audit where kind in ('link-made', 'link-used') order by at",
      [],
    )
    assert.deepEqual(audit, [
      { kind: 'link-made', actor: null, person: boss },
      { kind: 'link-used', actor: boss, person: boss },
    ])
    const alerts = await database.query("select rule from alerts where rule = 'link-made'", [])
    assert.equal(alerts.length, 2)
  })
})

test('an address of nobody, or of an administrator, is refused with the superadmins there are', async () => {
  for (const email of ['', 'nobody@office.test', 'admin@office.test']) {
    const { code, out, err } = await run('recover-superadmin', server.folder, email)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /boss@office\.test\.\n$/)
  }
})

test('migrations run by a command; a folder in use is refused', async () => {
  assert.match((await run('migrate', server.folder)).err, /in use by another server/)
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrate-'))
  try {
    const first = await run('migrate', folder)
    assert.deepEqual(
      [first.code, first.out.startsWith('Migrations run: 0001-foundation, ')],
      [0, true],
      first.err,
    )
    assert.equal((await run('migrate', folder)).out, 'The database is up to date.\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
