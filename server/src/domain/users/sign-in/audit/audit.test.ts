import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AuditList } from '@portal/contract'
import { appendEvent } from '#platform/database/outbox.ts'
import { insertAudit } from '#platform/auth/audit-trail.ts'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { browserOf, registerPasskey, signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let desk: Browser
before(async () => {
  portal = await startTestApp()
  desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
})
after(() => portal.close())

const audit = async (query: string) => AuditList.parse((await desk.get(`/api/auth/audit?${query}`)).json())

test('a sign-in, a refusal and a sign-out are audited with person, address and browser (issue 4)', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const { browser, device } = await withPasskey(portal, someone)
  await signInWithPasskey(openBrowser(portal, '203.0.113.9'), device, { userVerified: false })
  await browser.delete('/api/auth/logout')
  const { entries } = await audit(`person=${someone.pid}`)
  assert.deepEqual(
    entries.map(({ kind, detail }) => [kind, detail['method'] ?? detail['name'] ?? null]),
    [
      ['sign-out', null],
      ['sign-in-refused', 'passkey'],
      ['sign-in', 'passkey'],
      ['passkey-added', 'Passkey on Linux'],
      // Adding the passkey also changes the sign-in methods of the user. The user record shows that.
    ],
  )
  const [, refused, entered] = entries
  assert.deepEqual([refused?.address, refused?.by, refused?.person?.pid], ['203.0.113.9', null, someone.pid])
  assert.deepEqual(
    [entered?.by?.title, entered?.userAgent],
    [someone.name, 'Mozilla/5.0 (X11; Linux x86_64)'],
  )
})

test('the audit shows role, status and configuration changes and views of the restricted folder', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const org = await portal.given.org()
  await desk.crud(`users/${someone.pid}`, 'PATCH', { body: { role: 'client', org } })
  await desk.crud(`users/${someone.pid}/transitions`, 'POST', { body: { to: 'DISABLED', reason: 'Left' } })
  const { entries } = await audit(`kind=role-changed&person=${someone.pid}`)
  const changes = entries.map(({ detail }) => JSON.stringify(detail['changes']))
  assert.equal(entries.length, 2)
  assert.match(changes[0] ?? '', /"status".*"DISABLED"|"DISABLED".*"status"/)
  assert.match(changes[1] ?? '', /"role"/)
  assert.match(changes[1] ?? '', new RegExp(`"to":\\{"pid":"${org}","title":"Organization \\d+"\\}`))
  const config = (await desk.crud('config', 'GET')).json()
  config.roles.team.modules.files = false
  assert.equal((await desk.crud('config', 'PATCH', { body: config })).statusCode, 200)
  const switched = (await audit('kind=configuration-changed')).entries[0]?.detail
  assert.deepEqual(switched, {
    version: config.version + 1,
    changes: [{ field: 'roles.team.modules.files', from: true, to: false }],
  })
  await portal.deps.database.kysely.transaction().execute((trx) =>
    appendEvent(trx, {
      collection: 'files',
      pid: 'F1',
      action: 'list',
      version: 1,
      actor: someone.pid,
      at: portal.clock.now(),
    }),
  )
  assert.deepEqual((await audit(`kind=restricted-read&person=${someone.pid}`)).entries[0]?.detail, {
    action: 'list',
    file: 'F1',
  })
})

test('the audit is filtered by kind, person and day, and its pages never overlap', async () => {
  for (let round = 0; round < 5; round += 1) {
    const browser = openBrowser(portal)
    await browser.post('/api/auth/sign-up', { name: 'Ana', email: `ana${round}@portal.example` })
  }
  const { metadata } = await audit('kind=sign-up')
  assert.equal(metadata.count, 5)
  const { entries: asking } = await audit('kind=sign-up')
  assert.deepEqual([asking[0]?.asker?.title, asking[0]?.person], ['Ana', null])
  const pages = [await audit('kind=sign-up&page=1&pageSize=3'), await audit('kind=sign-up&page=2&pageSize=3')]
  assert.deepEqual(
    pages.map(({ entries }) => entries.length),
    [3, 2],
  )
  assert.equal(new Set(pages.flatMap(({ entries }) => entries.map(({ detail }) => detail['email']))).size, 5)
  const today = portal.clock.now().toISOString().slice(0, 10)
  assert.equal((await audit(`kind=sign-up&from=${today}&to=${today}`)).metadata.count, 5)
  assert.equal((await audit(`kind=sign-up&to=2020-01-01`)).metadata.count, 0)
  for (const query of ['kind=nonsense', 'page=0', 'pageSize=1001', 'from=yesterday', 'colour=red']) {
    assert.equal((await desk.get(`/api/auth/audit?${query}`)).statusCode, 400, query)
  }
})

test('the audit shows who changed a permit, by person and day, and never a field value', async () => {
  const org = await portal.given.org()
  const someone = await portal.given.user({ role: 'team' })
  const browser = await browserOf(portal, someone)
  const made = await browser.crud('permits', 'POST', {
    body: { title: 'Garage at the lake', org, permitType: 'SIGN' },
  })
  assert.equal(made.statusCode, 201, made.body)
  const { pid } = made.json()
  const { refNo, version } = (await browser.crud(`permits/${pid}`, 'GET')).json()
  const changed = await browser.crud(`permits/${pid}`, 'PATCH', {
    body: { title: 'A secret garage', version },
  })
  assert.equal(changed.statusCode, 200, changed.body)
  const today = portal.clock.now().toISOString().slice(0, 10)
  const { entries, metadata } = await audit(
    `kind=permit-changed&person=${someone.pid}&from=${today}&to=${today}`,
  )
  assert.equal(metadata.count, 2)
  assert.deepEqual(
    entries.map(({ by, detail }) => [by?.pid, detail['action'], detail['name'], detail['permit']]),
    [
      [someone.pid, 'update', refNo, pid],
      [someone.pid, 'create', refNo, pid],
    ],
  )
  assert.deepEqual(entries[0]?.detail['fields'], ['title'])
  assert.doesNotMatch(JSON.stringify(entries), /secret garage/)
  assert.equal((await audit(`kind=permit-changed&person=${someone.pid}&to=2020-01-01`)).metadata.count, 0)
  assert.ok((await audit(`person=${someone.pid}`)).entries.every(({ kind }) => kind !== 'permit-changed'))
  const file = await desk.get(`/api/auth/audit/export?kind=permit-changed&person=${someone.pid}`)
  assert.match(file.body, new RegExp(`Permit changed.*${refNo}`))
  assert.equal(file.body.trim().split('\r\n').length, 3)
})

test('the audit hides a client’s draft from administrators until it is submitted to staff', async () => {
  const org = await portal.given.org()
  const client = await portal.given.user({ role: 'client', org, orgRole: 'ORG_ADMIN' })
  const browser = await browserOf(portal, client)
  const made = await browser.crud('permits', 'POST', {
    body: { title: 'A dock of our own', permitType: 'SIGN' },
  })
  assert.equal(made.statusCode, 201, made.body)
  const { pid } = made.json()
  const draft = (await browser.crud(`permits/${pid}`, 'GET')).json()
  assert.equal(draft.status, 'DRAFT')
  assert.equal((await desk.crud(`permits/${pid}`, 'GET')).statusCode, 404)
  assert.equal((await audit(`kind=permit-changed&person=${client.pid}`)).metadata.count, 0)
  const file = await desk.get(`/api/auth/audit/export?kind=permit-changed&person=${client.pid}`)
  assert.doesNotMatch(file.body, new RegExp(`${pid}|${draft.refNo}`))
  const submitted = await browser.crud(`permits/${pid}/transitions`, 'POST', { body: { to: 'NEW' } })
  assert.equal(submitted.statusCode, 200, submitted.body)
  assert.notEqual((await audit(`kind=permit-changed&person=${client.pid}`)).metadata.count, 0)
})

test('an administrator exports the filtered audit; the export is audited and contains no formula', async () => {
  const { database } = portal.deps
  const someone = await portal.given.user({ role: 'team', name: '=HYPERLINK("http://elsewhere.example")' })
  const lines = Array.from({ length: 1_003 }, (_each, place) => ({
    kind: place === 0 ? ('sign-out' as const) : ('passkey-added' as const),
    at: portal.clock.now(),
    actor: someone.pid,
    person: someone.pid,
    origin: null,
    detail: { name: `Passkey ${place}` },
  }))
  await insertAudit(database.kysely, lines)
  const { pid } = someone
  const small = await desk.get(`/api/auth/audit/export?person=${pid}&kind=sign-out`)
  assert.equal(small.statusCode, 200, small.body)
  assert.match(
    String(small.headers['content-disposition']),
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const rows = small.body.trim().split('\r\n')
  assert.equal(rows[0], 'Time (UTC),What happened,By,Person,Asking for access,IP address,Browser,Details')
  assert.equal(rows.length, 2)
  assert.match(rows[1] ?? '', /^\d{4}-[^,]*Z,Sign-out,"'=HYPERLINK.*Name \(name\): Passkey 0$/)
  const [trace] = (await audit('kind=records-exported')).entries
  assert.deepEqual(trace?.detail, {
    collection: 'audit',
    count: 1,
    format: 'csv',
    filteredBy: ['kind', 'person'],
  })

  // More than a thousand entries need a recent authentication. Each entry is exported once, in list order.
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
  const all = await browser.get(`/api/auth/audit/export?person=${pid}`)
  const passkeys = [...all.body.matchAll(/Passkey (\d+)/g)].map(([, place]) => Number(place))
  assert.deepEqual(passkeys, lines.map((_each, index) => index).reverse())
  assert.equal((await browser.get('/api/auth/audit/export?page=1')).statusCode, 400)
  portal.clock.pass(6 * 60_000)
  assert.equal((await browser.get(`/api/auth/audit/export?person=${pid}`)).json().type, 'reauth-required')
})

test('an administrator who reads Spanish exports the audit with Spanish headings, events and details beside their codes', async () => {
  const someone = await portal.given.user({ role: 'team' })
  await insertAudit(portal.deps.database.kysely, [
    {
      kind: 'sign-out',
      at: portal.clock.now(),
      actor: someone.pid,
      person: someone.pid,
      origin: null,
      detail: { action: 'update', name: 'Team', changes: [{ field: 'role', from: 'team', to: 'client' }] },
    },
  ])
  const reader = await portal.given.user({ role: 'admin' })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, reader)
  const file = await (
    await browserOf(portal, reader)
  ).get(`/api/auth/audit/export?person=${someone.pid}&kind=sign-out`)
  const [headings, row] = file.body.split('\r\n')
  assert.equal(headings, 'Hora (UTC),Evento,Por,Persona,Solicita acceso,Dirección IP,Navegador,Detalles')
  assert.match(row ?? '', /Z,Cierre de sesión,/)
  const details =
    'Nombre (name): Team; Acción (action): modificado (update); Cambios (changes): Rol (role) Equipo (team) → Cliente (client)'
  assert.ok(row?.includes(details), row)
})

test('100: no token, code, challenge, key or link is written to the log or the audit (issue 4)', async () => {
  const someone = await portal.given.user({ role: 'admin' })
  const { browser, device } = await withPasskey(portal, someone)
  const secrets = [browser.cookies.get('session_token') ?? '', browser.cookies.get('ceremony') ?? '']
  const options = (await browser.post('/api/auth/webauthn/login/options', {})).json()
  const result = device.get(options)
  secrets.push(
    options.challenge,
    result.response.signature,
    result.response.clientDataJSON,
    device.credential.userHandle,
  )
  await browser.post('/api/auth/webauthn/login/verify', {
    ...result,
    response: { ...result.response, signature: 'AAAA' },
  })
  secrets.push(...(await browser.post('/api/auth/recovery-codes', {})).json().codes)
  const invited = (
    await browser.crud('users', 'POST', { body: { name: 'Ben', email: 'ben@portal.example', role: 'team' } })
  ).json()
  const { link } = (await browser.post(`/api/auth/users/${invited.pid}/link`, {})).json()
  secrets.push(new URLSearchParams(new URL(link).hash.slice(1)).get('link') ?? '')
  await openBrowser(portal).post('/api/auth/links/redeem', { token: secrets.at(-1) })
  await openBrowser(portal).post('/api/auth/recover', { email: someone.email, code: 'CANA-RYCA-NARY-CANA' })
  await openBrowser(portal).get('/auth/microsoft/callback?code=canary-code&state=canary-state')
  secrets.push('CANA-RYCA-NARY-CANA', 'canary-code', 'canary-state')
  await registerPasskey(browser, new SoftwareAuthenticator())
  secrets.push(browser.cookies.get('session_token') ?? '')
  const logged = portal.logged.join('\n')
  const audited = JSON.stringify(await portal.deps.database.query('select * from audit', []))
  for (const secret of secrets) {
    assert.ok(secret.length >= 10)
    assert.ok(!logged.includes(secret), `the log holds ${secret}`)
    assert.ok(!audited.includes(secret), `the audit holds ${secret}`)
  }
  assert.match(logged, /webauthn\/login\/verify/)
})
