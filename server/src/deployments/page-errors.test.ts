import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { LoadOverview } from '@portal/contract'
import type { PageError, RemoteLoad } from '@portal/contract'
import { givenBuilds } from '#test-support/builds.ts'
import { activateBuild, uploadBuild } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { judgeCanaries } from './judge-canaries.ts'
import { saveLoadReports } from './loads.ts'
import { withoutValues } from './page-errors.ts'

const [stable, newer] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb']
let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** A remote with a stable version, and a second one that is uploaded. */
async function givenRemote(name: string): Promise<void> {
  for (const version of [stable, newer])
    await uploadBuild(portal, superadmin, { name, version, code: `var ${name}_${version.slice(2, 3)}` })
  await activate(name, { version: stable })
}

const activate = (name: string, body: object) => activateBuild(portal, superadmin, name, body)

const errorOf = (remote: string, more: Partial<PageError> = {}): PageError => ({
  remote,
  version: stable,
  kind: 'rejection',
  message: 'TypeError: x is undefined',
  place: 'assets/78.502a5bf1cb.js:1:2045',
  path: '/plots',
  ...more,
})

const report = (body: object, person: Person) =>
  portal.send({ method: 'POST', url: '/api/federation/loads', payload: body }, person)

async function overview(remote: string) {
  const answer = await portal.send({ method: 'GET', url: '/api/federation/loads' }, superadmin)
  const { remotes, pageErrors } = LoadOverview.parse(answer.json())
  return {
    counts: remotes.filter((each) => each.remote === remote),
    errors: pageErrors.filter((each) => each.remote === remote),
  }
}

test('errors after mount are listed with version, script, owner and count (teams.md M8)', async () => {
  await givenRemote('plots')
  const client = await portal.given.user()
  const errors = [errorOf('plots'), errorOf('plots'), errorOf('plots', { kind: 'panel', place: '' })]
  const strangers = [errorOf('invented'), errorOf('plots', { version: '9.9.9-99999999' })]
  assert.equal((await report({ loads: [], errors: [...errors, ...strangers] }, client)).statusCode, 204)
  const { counts, errors: listed } = await overview('plots')
  assert.deepEqual(
    counts.map(({ version, loads, failures, errors: late }) => ({ version, loads, failures, late })),
    [{ version: stable, loads: 0, failures: 0, late: 3 }],
  )
  const { firstAt: _first, lastAt: _last, ...said } = listed.find(({ kind }) => kind === 'rejection') ?? {}
  assert.deepEqual(said, { ...errorOf('plots'), owner: 'Tests', count: 2 })
  assert.deepEqual(listed.length, 2)
})

test('what a hostile page sends is bounded: sizes, forms, different errors, requests of one person', async () => {
  await givenRemote('bounds')
  const person = await portal.given.user()
  const long = (length: number) => 'x'.repeat(length)
  for (const body of [
    { loads: [] },
    { loads: [], errors: [] },
    { loads: [], errors: Array.from({ length: 21 }, () => errorOf('bounds')) },
    { loads: [], errors: [{ ...errorOf('bounds'), message: long(301) }] },
    { loads: [], errors: [{ ...errorOf('bounds'), place: 'https://evil.example/a.js:1:1' }] },
    { loads: [], errors: [{ ...errorOf('bounds'), place: `${long(151)}.js` }] },
    { loads: [], errors: [{ ...errorOf('bounds'), version: null }] },
    { loads: [], errors: [{ ...errorOf('bounds'), sinceMountMs: 60_001 }] },
    { loads: [], errors: [{ ...errorOf('bounds'), record: 'a name' }] },
  ])
    assert.equal((await report(body, person)).statusCode, 400, JSON.stringify(body).slice(0, 200))
  const odd = ['nul \u0000', 'half \ud800', 'lines \n\r\t'].map((message) => errorOf('bounds', { message }))
  assert.equal((await report({ loads: [], errors: odd }, person)).statusCode, 204)
  // 200 different errors are listed; more are counted.
  for (let batch = 0; batch < 11; batch += 1) {
    const errors = Array.from({ length: 20 }, (_, index) =>
      errorOf('bounds', { message: `error ${batch} of ${index}` }),
    )
    assert.equal((await report({ loads: [], errors }, person)).statusCode, 204)
  }
  const rows = await portal.deps.database.query("select 1 from remote_errors where name = 'bounds'", [])
  assert.equal(rows.length, 200)
  assert.equal((await overview('bounds')).counts[0]?.errors, 223)

  // The limit counts the person, whatever session the pages have.
  const [row] = await portal.deps.database.query('select count from rate_limits where key = $1', [
    `loads ${person.pid}`,
  ])
  assert.deepEqual(row, { count: 12 })
})

test('what may come from a record is taken out of messages; names of code stay', () => {
  for (const [message, kept] of [
    ["TypeError: Cannot read properties of undefined (reading 'owner')", undefined],
    ['Error: Unexpected token in "Jane Doe, 12 Main St"', 'Error: Unexpected token in "…"'],
    ['Error: no mail to jane.doe@example.com', 'Error: no mail to …'],
    ['Error: 404 for permit 202611223', 'Error: 404 for permit …'],
  ] as const)
    assert.equal(withoutValues(message), kept ?? message)
})

test('administrators are alerted once per version in force, by two people or by one an hour apart', async () => {
  await givenRemote('alarms')
  const [one, two] = [await portal.given.user(), await portal.given.user()]
  const alerts = async () =>
    portal.deps.database.kysely
      .selectFrom('alerts')
      .select(['title', 'message'])
      .where('rule', '=', 'remote-errors')
      .where('user', '=', superadmin.pid)
      .where('title', 'like', '%alarms%')
      .execute()
  const send = (person: Person, version = stable) =>
    report({ loads: [], errors: [errorOf('alarms', { version })] }, person)
  await send(one)
  await send(one)
  assert.deepEqual(await alerts(), [])
  await send(two)
  await send(one)
  assert.deepEqual(await alerts(), [
    {
      title: `Errors in a module: alarms ${stable}`,
      message:
        'Pages report errors in this version. Owner: Tests. All errors are in Settings, Modules. You get one alert per version. First error:\nrejection: TypeError: x is undefined',
    },
  ])
  // A version that nobody gets alarms nobody; once it is active, a page that failed to draw does.
  await send(one, newer)
  await send(two, newer)
  assert.equal((await alerts()).length, 1)
  await activate('alarms', { version: newer })
  const render: RemoteLoad = {
    remote: 'alarms',
    version: newer,
    outcome: 'failed',
    phase: 'render',
    message: 'Error: late',
    path: '/alarms',
  }
  await report({ loads: [render] }, one)
  assert.equal((await alerts()).length, 1)
  portal.clock.pass(61 * 60_000)
  await report({ loads: [render] }, one)
  assert.equal((await alerts()).length, 2)
})

const mount = (remote: string, version: string): RemoteLoad => ({
  remote,
  version,
  outcome: 'loaded',
  phases: { mount: 12 },
})

/** Pages that mount the remote, of which some have an error some seconds later. */
async function visits(remote: string, version: string, count: number, withError: number): Promise<void> {
  const loads = Array.from({ length: count }, () => mount(remote, version))
  await saveLoadReports(portal.deps, { loads }, null)
  portal.clock.pass(15_000)
  const late = errorOf(remote, { version, sinceMountMs: 15_000 })
  const errors = Array.from({ length: withError }, () => late)
  if (errors.length > 0) await saveLoadReports(portal.deps, { loads: [], errors }, null)
}

test('a canary whose mounts have errors afterwards is withdrawn, with the counts and the errors', async () => {
  await givenRemote('later')
  await activate('later', { version: newer, canary: { percent: 50 } })
  await visits('later', stable, 40, 0)
  portal.clock.pass(-15_000)
  await visits('later', newer, 40, 9)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 1, advanced: 0 })
  const [alert] = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select('message')
    .where('rule', '=', 'canary-withdrawn')
    .where('title', 'like', '%later%')
    .execute()
  assert.match(
    alert?.message ?? '',
    /0 of 40 mounts failed, 0 of 40 of the stable version; 9 had an error afterwards, 0 of the stable/,
  )
  assert.match(alert?.message ?? '', /rejection: TypeError: x is undefined$/)
})

test('an error that both versions have, or that counts for no mount, is no evidence', async () => {
  await givenRemote('alike')
  await activate('alike', { version: newer, canary: { percent: 50 } })
  await visits('alike', stable, 40, 40)
  portal.clock.pass(-15_000)
  await visits('alike', newer, 40, 40)
  // Errors later than a minute, and further ones of the same mount, say no time since a mount.
  const further = Array.from({ length: 20 }, () => errorOf('alike', { version: newer }))
  await saveLoadReports(portal.deps, { loads: [], errors: further }, null)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 0 })
})

test('a canary is judged by at most 60 reports of one person in ten minutes', async () => {
  await givenRemote('crowd')
  await activate('crowd', { version: newer, canary: { percent: 50 } })
  const person = await portal.given.user()
  for (let sent = 0; sent < 5; sent += 1)
    await report({ loads: Array.from({ length: 20 }, () => mount('crowd', newer)) }, person)
  const rows = await portal.deps.database.query(
    "select sum(attempts)::int as attempts from canary_attempts where name = 'crowd'",
    [],
  )
  assert.deepEqual(rows, [{ attempts: 60 }])
})
