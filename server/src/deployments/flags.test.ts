import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { DeployedRemotes, MadeDeployToken, Registry } from '@portal/contract'
import type { FlagDeclaration, FlagRule } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { reportOverdueFlags, sweepFlags } from './flags.ts'

let folder: string
let portal: TestApp
let superadmin: Person
let admin: Person
let team: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  ;({ superadmin, admin, team } = await portal.given.everyRole())
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const declared = (name: string, endsOn = '2999-12-31'): FlagDeclaration => ({
  name,
  description: `Shows ${name}`,
  owner: 'Docks team',
  endsOn,
})
const [oneVersion, nextVersion] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb']

async function deploy(remote: string, version: string, flags?: FlagDeclaration[]): Promise<void> {
  const url = `/api/federation/remotes/${remote}`
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote, label: 'CI' } },
    superadmin,
  )
  const headers = { authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}` }
  const manifest = flags === undefined ? {} : { flags }
  const payload = await packedBuild({
    name: remote,
    version,
    manifest,
    code: `var ${remote}${version.slice(-2)}`,
  })
  const uploaded = await portal.send({
    method: 'PUT',
    url: `${url}/versions/${version}`,
    headers: { ...headers, 'content-type': 'application/gzip' },
    payload,
  })
  assert.equal(uploaded.statusCode, 201, uploaded.body)
  const activated = await portal.send({
    method: 'POST',
    url: `${url}/activate`,
    headers,
    payload: { version },
  })
  assert.equal(activated.statusCode, 200, activated.body)
}

const set = (
  remote: string,
  flag: string,
  rule: Partial<FlagRule> | object,
  person: Person | undefined = admin,
) =>
  portal.send(
    {
      method: 'POST',
      url: `/api/federation/flags/${remote}/${flag}`,
      payload: { roles: [], percent: 0, people: [], ...rule },
    },
    person,
  )
async function valuesOf(remote: string, person?: Person) {
  const response = await portal.send({ method: 'GET', url: '/federation/registry.json' }, person)
  const found = Registry.parse(response.json()).remotes.find((each) => each.name === remote)
  return found?.state === 'on' ? found.flags : undefined
}
const listed = async (remote: string) =>
  DeployedRemotes.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/remotes' }, admin)).json(),
  ).flags.filter((each) => each.remote === remote)

test('a declared flag is off until an administrator turns it on by role, person or percentage', async () => {
  await deploy('docks', oneVersion, [declared('undo'), declared('new-list')])
  assert.deepEqual(await valuesOf('docks', team), { undo: false, 'new-list': false })
  assert.equal(await valuesOf('docks'), undefined, 'nobody is signed in')

  assert.equal((await set('docks', 'undo', { roles: ['team'] })).statusCode, 204)
  assert.deepEqual(await valuesOf('docks', team), { undo: true, 'new-list': false })
  assert.deepEqual(await valuesOf('docks', admin), { undo: false, 'new-list': false })
  await set('docks', 'undo', { people: [admin.pid] })
  assert.deepEqual(
    [(await valuesOf('docks', team))?.['undo'], (await valuesOf('docks', admin))?.['undo']],
    [false, true],
  )
  assert.deepEqual(
    (await listed('docks')).find(({ name }) => name === 'undo')?.people.map(({ pid }) => pid),
    [admin.pid],
  )
  await set('docks', 'undo', { percent: 100 })
  assert.equal((await valuesOf('docks', team))?.['undo'], true)
})

test('a percentage is stable, and a larger one includes the people of a smaller one', async () => {
  await deploy('piers', oneVersion, [declared('undo')])
  const people = await Promise.all(Array.from({ length: 30 }, () => portal.given.user({ role: 'team' })))
  const onAt = async (percent: number) => {
    await set('piers', 'undo', { percent })
    const values = await Promise.all(people.map((person) => valuesOf('piers', person)))
    return people.filter((_person, index) => values[index]?.['undo']).map(({ pid }) => pid)
  }
  const [some, again, more] = [await onAt(30), await onAt(30), await onAt(70)]
  assert.deepEqual(some, again)
  assert.ok(some.length > 0 && some.length < more.length && more.length < people.length)
  assert.ok(some.every((pid) => more.includes(pid)))
})

test('only administrators set flags, for people who exist, and only flags that a live version declares', async () => {
  await deploy('yards', oneVersion, [declared('undo')])
  const codes = await Promise.all([
    set('yards', 'undo', {}, team),
    set('yards', 'redo', {}),
    set('yards', 'undo', { people: ['nobody'] }),
    set('yards', 'undo', { percent: 101 }),
    set('yards', 'undo', { roles: ['king'] }),
    set('yards', 'Not a flag', {}),
    set('yards', 'undo', { extra: 1 }),
  ])
  assert.deepEqual(
    codes.map(({ statusCode }) => statusCode),
    [403, 404, 400, 400, 400, 400, 400],
  )
})

test('a flag past its end date is reported once, with its owner, and listed first as overdue', async () => {
  await deploy('locks', oneVersion, [declared('later'), declared('undo', '2020-01-31')])
  assert.equal(await reportOverdueFlags(portal.deps), 1)
  assert.equal(await reportOverdueFlags(portal.deps), 0)
  const alerts = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select(['title', 'message'])
    .where('rule', '=', 'flag-overdue')
    .where('user', '=', admin.pid)
    .execute()
  assert.deepEqual(
    alerts.map(({ title }) => title),
    ['Flag past its end date: undo of locks'],
  )
  assert.match(alerts[0]?.message ?? '', /by Jan 31, 2020. Owner: Docks team/)
  assert.deepEqual(
    (await listed('locks')).map(({ name, isOverdue }) => [name, isOverdue]),
    [
      ['undo', true],
      ['later', false],
    ],
  )
  await deploy('locks', nextVersion, [declared('undo', '2020-02-29')])
  assert.equal(await reportOverdueFlags(portal.deps), 1, 'a new date is reported again')
})

test('the sweep removes flags that no live version declares', async () => {
  await deploy('slips', oneVersion, [declared('undo'), declared('gone')])
  await set('slips', 'undo', { percent: 100 })
  await set('slips', 'gone', { percent: 100 })
  assert.equal(await sweepFlags(portal.deps), 0)
  await deploy('slips', nextVersion, [declared('undo')])
  assert.equal(await sweepFlags(portal.deps), 1)
  assert.deepEqual(await valuesOf('slips', team), { undo: true })
  assert.deepEqual(
    (await listed('slips')).map(({ name, changedBy }) => [name, changedBy !== null]),
    [['undo', true]],
  )
})

test('a manifest without flags has none in the registry, and its hash does not change', async () => {
  await deploy('quays', oneVersion)
  assert.equal(await valuesOf('quays', admin), undefined)
  assert.deepEqual(await listed('quays'), [])
})
