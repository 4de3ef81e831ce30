import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { recordCalls } from '../test-support/record-calls.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
let other: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
  other = await sampleOrganization(portal, people.superadmin, 'beta')
})
after(() => portal.close())

const { call, answers, refusesField, create, get, historyOf } = recordCalls(() => portal)
const permitBody = (body: object = {}) => ({
  title: 'Garage',
  org: sample.org,
  permitType: 'BUILDING',
  ...body,
})

test('a new permit of staff is NEW with a number, intake stage and our court; a client’s is a DRAFT', async () => {
  const [one, two] = [
    await create(people.team, 'permits', permitBody()),
    await create(people.team, 'permits', permitBody()),
  ]
  const [first, second] = [await get(people.team, `permits/${one}`), await get(people.team, `permits/${two}`)]
  assert.match(String(first['refNo']), /^PM-2026-\d{6}$/)
  assert.equal(Number(String(second['refNo']).slice(-6)), Number(String(first['refNo']).slice(-6)) + 1)
  assert.deepEqual(
    {
      status: 'NEW',
      pipelineStage: 'INTAKE',
      bucket: 'processing',
      court: 'OURS',
      origin: 'STAFF',
      version: 1,
    },
    Object.fromEntries(
      ['status', 'pipelineStage', 'bucket', 'court', 'origin', 'version'].map((name) => [name, first[name]]),
    ),
  )
  assert.deepEqual(first['createdBy'], { pid: people.team.pid, title: people.team.name })
  const draft = await get(
    sample.client,
    `permits/${await create(sample.client, 'permits', { title: 'Ours', permitType: 'SIGN' })}`,
  )
  assert.deepEqual(
    [draft['status'], draft['court'], draft['origin'], draft['org']],
    ['DRAFT', 'CLIENT', 'CLIENT_PORTAL', { pid: sample.org, title: 'alpha Builders' }],
  )
  await refusesField('body.org', sample.client, 'POST', 'permits', {
    title: 'Theirs',
    permitType: 'SIGN',
    org: other.org,
  })
})

test('missing required fields of a new record are reported by name', async () => {
  const missing: [string, object, string[]][] = [
    ['permits', {}, ['body.title', 'body.org', 'body.permitType']],
    ['tasks', {}, ['body.title']],
    ['tasks', { title: '\u200b\u00ad \u202e' }, ['body.title']],
    ['ctasks', {}, ['body.title', 'body.assignedOrg']],
    ['payments', {}, ['body.kind', 'body.feeCode', 'body.amount', 'body.permit', 'body.org']],
    ['orgs', {}, ['body.legalName']],
    ['users', {}, ['body.name', 'body.email', 'body.role']],
    ['users', { name: 'x', email: 'x@y.zz', role: 'client' }, ['body.org']],
    ['notifications', {}, ['body.subject', 'body.audience']],
    ['alerts', {}, ['body.title', 'body.user']],
    ['rts', {}, ['body.permit']],
  ]
  for (const [collection, body, paths] of missing) {
    const { status, json } = await call(people.superadmin, 'POST', collection, body)
    assert.deepEqual([status, json.errors?.map(({ path }) => path)], [400, paths], collection)
  }
})

test('a reference to a missing, deleted or hidden record is refused by name', async () => {
  const gone = await create(people.admin, 'orgs', { legalName: 'Gone Incorporated' })
  await call(people.admin, 'DELETE', `orgs/${gone}`)
  for (const org of ['NOSUCHPID', gone])
    await refusesField('body.org', people.team, 'POST', 'permits', permitBody({ org }))
  const draft = await create(sample.client, 'permits', { title: 'Own', permitType: 'SIGN' })
  await refusesField('body.org', sample.client, 'PATCH', `permits/${draft}`, { org: other.org })
  await refusesField('body.assignedTo', people.team, 'PATCH', `permits/${sample.pids.permits}`, {
    assignedTo: 'NOBODY',
  })
  await refusesField('body.parent', people.team, 'PATCH', `permits/${sample.pids.permits}`, {
    parent: sample.pids.permits,
  })
  const inBulk = await call(people.team, 'PATCH', 'permits', {
    pids: [sample.pids.permits],
    patch: { parent: sample.pids.permits },
  })
  assert.deepEqual(inBulk.json['failed'], [
    { pid: sample.pids.permits, reason: 'body.parent names the record itself' },
  ])
})

test('a change is saved with its version and history; a change without a difference writes nothing', async () => {
  const pid = await create(people.team, 'permits', permitBody())
  const changed = await call(people.admin, 'PATCH', `permits/${pid}`, {
    title: '  Garage and attic ',
    assignedTo: people.team.pid,
    tags: ['big'],
    lat: 30.25,
    version: 1,
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [changed.json['title'], changed.json.version, changed.json['lat']],
    ['Garage and attic', 2, 30.25],
  )
  assert.deepEqual(changed.json['updatedBy'], { pid: people.admin.pid, title: people.admin.name })
  const same = await call(people.team, 'PATCH', `permits/${pid}`, {
    title: 'Garage and attic',
    tags: ['big'],
    lat: 30.25,
    assignedTo: people.team.pid,
  })
  assert.deepEqual([same.status, same.json.version], [200, 2])
  const history = await historyOf(pid)
  assert.deepEqual(
    history.map(({ action, version, actor }) => [action, version, actor]),
    [
      ['create', 1, people.team.pid],
      ['update', 2, people.admin.pid],
    ],
  )
  assert.deepEqual(history[1]?.changes, [
    { field: 'title', from: 'Garage', to: 'Garage and attic' },
    { field: 'assignedTo', from: null, to: people.team.pid },
    { field: 'tags', from: null, to: ['big'] },
    { field: 'lat', from: null, to: 30.25 },
  ])
})

test('a stale version returns 409 with the current record and changes nothing', async () => {
  const pid = await create(people.team, 'permits', permitBody())
  await call(people.team, 'PATCH', `permits/${pid}`, { title: 'Second', version: 1 })
  const stale = await call(people.team, 'PATCH', `permits/${pid}`, { title: 'Third', version: 1 })
  assert.deepEqual([stale.status, stale.json['type']], [409, 'version-conflict'])
  assert.deepEqual(stale.json['current'], await get(people.team, `permits/${pid}`))
  assert.equal((await historyOf(pid)).length, 2)
})

test('status changes only by transitions, and a required field cannot be cleared', async () => {
  for (const [path, body] of [
    [`permits/${sample.pids.permits}`, { status: 'CLOSED' }],
    [`tasks/${sample.pids.tasks}`, { status: 'DONE' }],
    [`payments/${sample.pids.payments}`, { status: 'PAID' }],
  ] as const) {
    const { status, json } = await call(people.superadmin, 'PATCH', path, body)
    assert.deepEqual([status, json['type'], json.errors?.[0]?.path], [400, 'forbidden-field', 'body.status'])
  }
  await answers(400, people.team, 'PATCH', `permits/${sample.pids.permits}`, { title: '   ' })
})

test('errors are checked in order: closed role, foreign row, body, state', async () => {
  await answers(403, sample.client, 'PATCH', `tasks/${sample.pids.tasks}`, { nonsense: 1 })
  await answers(404, sample.client, 'PATCH', `permits/${other.pids.permits}`, { nonsense: 1 })
  await answers(403, sample.client, 'PATCH', `permits/${sample.pids.permits}`, { title: 'x' })
  await answers(400, people.team, 'PATCH', `permits/${sample.pids.permits}`, { nonsense: 1, version: 99 })
  await answers(409, people.team, 'PATCH', `permits/${sample.pids.permits}`, { title: 'x', version: 99 })
  await answers(403, people.team, 'DELETE', `permits/${sample.pids.permits}`)
  await answers(403, people.team, 'POST', 'orgs', { legalName: 'x' })
})

test('processed permits cannot be created or patched', async () => {
  await answers(409, people.team, 'POST', 'processed', permitBody())
  for (const collection of ['processed', 'permits']) {
    const { status, json } = await call(people.team, 'PATCH', `${collection}/${sample.pids.processed}`, {
      title: 'Rewritten',
    })
    assert.deepEqual([status, json['type']], [409, 'transition-refused'])
  }
})

test('a suspended organization gets no new permits; its existing records stay readable', async () => {
  const org = await portal.given.org({ name: 'Halted' })
  const pid = await create(people.team, 'permits', permitBody({ org }))
  await portal.deps.database.query("update orgs set status = 'SUSPENDED' where pid = $1", [org])
  await answers(409, people.team, 'POST', 'permits', permitBody({ org }))
  await answers(409, people.team, 'POST', 'rts', { permit: pid })
  await answers(200, people.team, 'GET', `permits/${pid}`)
})

test('a client task has its client’s organization, and a task the permit’s', async () => {
  const task = await get(people.team, `tasks/${sample.pids.tasks}`)
  assert.deepEqual(
    [task['audience'], Object(task['org'])['pid'], task['status']],
    ['INTERNAL', sample.org, 'OPEN'],
  )
  const clientTask = await get(people.team, `ctasks/${sample.pids.ctasks}`)
  assert.deepEqual([clientTask['audience'], Object(clientTask['org'])['pid']], ['CLIENT', sample.org])
  await refusesField('body.permit', people.team, 'POST', 'ctasks', {
    title: 'x',
    assignedOrg: other.org,
    permit: sample.pids.permits,
  })
  assert.deepEqual(
    (await historyOf(sample.pids.ctasks)).map(({ collection }) => collection),
    ['ctasks'],
  )
})

test('a payment totals amount and tax, is unique per fee, permit and cycle, and a repeated key creates no second one', async () => {
  const permit = await create(people.team, 'permits', permitBody())
  const body = {
    permit,
    kind: 'FEE',
    feeCode: 'PLAN_REVIEW',
    amount: 10_000,
    tax: 825,
    idempotencyKey: 'once-1',
  }
  const pid = await create(people.team, 'payments', body)
  const payment = await get(people.team, `payments/${pid}`)
  assert.deepEqual(
    [
      payment['total'],
      payment['currency'],
      payment['status'],
      Object(payment['org'])['pid'],
      payment['cycleNo'],
    ],
    [10_825, 'USD', 'DUE', sample.org, 1],
  )
  const repeated = await call(people.team, 'POST', 'payments', body)
  assert.deepEqual([repeated.status, repeated.json.pid], [200, pid])
  await answers(409, people.team, 'POST', 'payments', { ...body, idempotencyKey: 'once-2' })
  await answers(201, people.team, 'POST', 'payments', {
    ...body,
    idempotencyKey: 'once-3',
    feeCode: 'PENALTY',
  })
  const changed = await answers(200, people.team, 'PATCH', `payments/${pid}`, { amount: 20_000 })
  assert.equal(changed['total'], 20_825)
  await answers(400, people.team, 'PATCH', `payments/${pid}`, { amount: -1 })
  await refusesField('body.amount', people.team, 'PATCH', `payments/${pid}`, {
    amount: 9_007_199_254_740_991,
    tax: 9_007_199_254_740_991,
  })
  await answers(403, people.team, 'POST', 'payments', {
    permit,
    kind: 'REFUND',
    feeCode: 'PENALTY',
    amount: 1,
  })
})

test('an e-mail address belongs to one person, ignoring case, and deleting the person frees it', async () => {
  const body = { name: 'Uma', email: 'Uma@Portal.Example', role: 'team' }
  const pid = await create(people.admin, 'users', body)
  const again = await call(people.admin, 'POST', 'users', { ...body, email: 'uma@portal.example' })
  assert.deepEqual(
    [again.status, again.json['type'], again.json.errors?.[0]?.path],
    [409, 'duplicate', 'body.email'],
  )
  await call(people.admin, 'DELETE', `users/${pid}`)
  await create(people.admin, 'users', body)
})

test('only superadmins grant or manage roles at or above their own, and the last superadmin cannot be removed', async () => {
  const body = (role: string) => ({
    name: role,
    email: `${role}.${Math.trunc(performance.now() * 1000)}@portal.example`,
    role,
  })
  for (const role of ['admin', 'superadmin']) {
    await answers(403, people.admin, 'POST', 'users', body(role))
    await answers(201, people.superadmin, 'POST', 'users', body(role))
  }
  const peer = await portal.given.user({ role: 'admin' })
  await answers(403, people.admin, 'PATCH', `users/${peer.pid}`, { title: 'x' })
  await answers(403, people.admin, 'DELETE', `users/${people.superadmin.pid}`)
  await answers(403, people.admin, 'PATCH', `users/${people.admin.pid}`, { role: 'team' })
  await answers(200, people.admin, 'PATCH', `users/${people.admin.pid}`, { title: 'Head of permits' })
  await answers(409, people.superadmin, 'PATCH', `users/${people.superadmin.pid}`, { role: 'admin' })
  await answers(409, people.superadmin, 'DELETE', `users/${people.superadmin.pid}`)
})

test('removing a role ends the person’s sessions', async () => {
  const person = await portal.given.user({ role: 'team' })
  await answers(200, person, 'GET', 'permits')
  await call(people.superadmin, 'PATCH', `users/${person.pid}`, { role: 'admin' })
  await answers(401, person, 'GET', 'permits')
})

test('alerts are counted and marked as read, one or all, only by their recipient', async () => {
  const reader = await portal.given.user({ role: 'team' })
  const pids = await Promise.all(
    ['one', 'two', 'three'].map((title) => create(people.admin, 'alerts', { title, user: reader.pid })),
  )
  const unread = async () => (await call(reader, 'GET', 'alerts/count')).json['unreadCount']
  assert.equal(await unread(), 3)
  const read = await call(reader, 'PATCH', `alerts/${pids[0]}`, { isRead: true })
  assert.deepEqual(
    [read.status, read.json['isRead'], read.json['readAt']],
    [200, true, '2026-11-20T12:00:00.000Z'],
  )
  assert.equal(await unread(), 2)
  await answers(404, people.admin, 'PATCH', `alerts/${pids[1]}`, { isRead: true })
  // Only administrators create alerts (domain.md 5); a recipient can neither rewrite nor forward one.
  for (const body of [
    { title: 'Other words' },
    { user: people.admin.pid },
    { severity: 'CRITICAL' },
    { relatedPid: 'X' },
  ]) {
    await answers(400, reader, 'PATCH', `alerts/${pids[1]}`, body)
  }
  assert.deepEqual((await call(reader, 'POST', 'alerts/read-all', {})).json, { updated: 2 })
  assert.equal(await unread(), 0)
})

test('search finds by number (hyphens optional), title, address and client, in any case, best match first', async () => {
  const pid = await create(
    people.team,
    'permits',
    permitBody({
      title: 'Lighthouse Café',
      siteAddress: '77 Old-Harbour Road',
      description: 'beside Elm Avenue',
    }),
  )
  const { refNo } = await get(people.team, `permits/${pid}`)
  await create(
    people.team,
    'permits',
    permitBody({ title: 'Shed', description: 'next to the lighthouse café' }),
  )
  const found = async (searchToken: string, as = people.team) => {
    const { json } = await call(as, 'GET', 'permits/search', undefined, { searchToken, scope: 'all' })
    const { permits } = json
    return Array.isArray(permits) ? permits.map((permit: { pid: string }) => permit.pid) : []
  }
  for (const token of [
    String(refNo),
    String(refNo).replaceAll('-', ''),
    String(refNo).toLowerCase(),
    'LIGHTHOUSE CAFÉ',
    'lighthouse',
    '77 oldharbour',
    'harbour road 77',
    'elm avenue',
  ]) {
    assert.equal((await found(token))[0], pid, token)
  }
  assert.equal((await found('lighthouse')).length, 2)
  assert.ok((await found('alpha builders')).includes(pid))
  assert.ok((await found('el')).includes(pid), 'the beginning of a word')
  assert.equal((await found('xyzzy')).length, 0)
  assert.ok(!(await found('lighthouse', other.client)).includes(pid))
  assert.ok((await found('alpha processed')).includes(sample.pids.processed))
  await call(people.superadmin, 'PATCH', `orgs/${sample.org}`, { legalName: 'Renamed Partners' })
  assert.ok((await found('renamed partners')).includes(pid))
  assert.ok(!(await found('alpha builders')).includes(pid))
})

test('a permit that changes its client takes its tasks with it, hidden from the former client', async () => {
  const permit = await create(people.team, 'permits', permitBody())
  const task = await create(people.team, 'ctasks', { title: 'Sign here', assignedOrg: sample.org, permit })
  await answers(200, sample.client, 'GET', `ctasks/${task}`)
  await call(people.team, 'PATCH', `permits/${permit}`, { org: other.org })
  await answers(404, sample.client, 'GET', `ctasks/${task}`)
  await answers(404, sample.client, 'GET', `permits/${permit}`)
  const { json } = await call(people.team, 'GET', `ctasks/${task}/history`)
  const moved = JSON.stringify(json['changes'])
  assert.ok(
    moved.includes(`"from":{"pid":"${sample.org}"`) && moved.includes(`"to":{"pid":"${other.org}"`),
    `the history says from whom to whom: ${moved}`,
  )
  const found = async (searchToken: string) =>
    JSON.stringify(
      await call(people.team, 'GET', 'ctasks/search', undefined, { searchToken, filter: { permit } }),
    )
  assert.ok((await found('beta builders')).includes(task), 'the task is found by the new client')
  assert.ok(
    !(await found('alpha builders')).includes(task) && !(await found('renamed partners')).includes(task),
    'and no longer by the former one',
  )
})
