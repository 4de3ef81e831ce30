import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { AccessRequestList } from '@portal/contract'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { browserOf } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { SmtpSink } from '#mail/test-support/smtp-sink.ts'

let sink: SmtpSink
let portal: TestApp
let desk: Browser
before(async () => {
  sink = await startSmtpSink()
  portal = await startTestApp({ environment: { smtpUrl: sink.url } })
  desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
})
after(async () => {
  await portal.close()
  await sink.close()
})

const signUp = (app: TestApp, email: string) =>
  openBrowser(app).post('/api/auth/sign-up', { name: 'Free money at evil.example', email })
async function requestOf(browser: Browser, email: string) {
  const { requests } = AccessRequestList.parse(
    (await browser.get('/api/auth/requests?state=PENDING&pageSize=1000')).json(),
  )
  const found = requests.find((request) => request.email === email)
  assert.ok(found, `no request of ${email}`)
  return found
}
async function mailTo(address: string): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const found = sink.messages.find(({ to }) => to.includes(address))
    if (found !== undefined) return found.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    await setTimeout(100)
  }
  throw new Error(`no mail to ${address}`)
}
const confirm = (token: string) => openBrowser(portal).post('/api/auth/sign-up/confirm', { token })

test('S-26: a sign-up can be approved only after its address was confirmed by the mailed link', async () => {
  assert.equal((await signUp(portal, 'ana@lima.example')).statusCode, 202)
  const { pid, address } = await requestOf(desk, 'ana@lima.example')
  assert.equal(address, 'not-verified')
  const approve = () => desk.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })
  const refused = await approve()
  assert.deepEqual([refused.statusCode, refused.json().type], [409, 'transition-refused'])
  assert.match(refused.json().detail, /ana@lima\.example is not verified yet/)

  const raw = await mailTo('ana@lima.example')
  assert.match(raw, /^From: Permit Portal <permits@portal\.example>/m)
  assert.doesNotMatch(raw, /evil/, 'nothing a stranger wrote goes out in the name of the office')
  const token = /\/sign-up#confirm=([\w-]+)/.exec(raw)?.[1] ?? ''
  assert.equal((await openBrowser(portal).get('/sign-up')).statusCode < 500, true)
  assert.equal(
    (await requestOf(desk, 'ana@lima.example')).address,
    'not-verified',
    'opening the page confirms nothing',
  )
  assert.equal((await confirm(`${token}x`)).statusCode, 404)
  assert.equal((await confirm(token)).statusCode, 204)
  assert.equal((await confirm(token)).statusCode, 204)
  assert.equal((await requestOf(desk, 'ana@lima.example')).address, 'verified')
  const lines = await portal.deps.database.query(`select 1 from audit where kind = 'address-verified'`, [])
  assert.equal(lines.length, 1)
  assert.equal((await approve()).statusCode, 201)
  assert.equal((await confirm(token)).statusCode, 404)
})

test('the confirmation mail is in the language of the browser', async () => {
  const email = 'eva@lima.example'
  const headers = { 'accept-language': 'es-US', origin: portal.deps.environment.publicOrigin }
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up',
    headers,
    payload: { name: 'Eva', email },
  })
  assert.equal(response.statusCode, 202, response.body)
  const raw = await mailTo(email)
  assert.match(raw, /^Subject: (Confirme su direcci|=\?UTF-8\?Q\?Confirme_su_direcci)/im)
  assert.match(raw, /abra este enlace/)
})

test('S-26: an address gets at most five confirmation links per hour', async () => {
  for (let time = 0; time < 5; time += 1)
    assert.equal((await signUp(portal, 'often@lima.example')).statusCode, 202)
  assert.equal((await signUp(portal, 'Often@lima.example')).statusCode, 429)
})

test('S-26: without mail a sign-up needs no confirmation, and the list says that mail is not set up', async () => {
  const silent = await startTestApp()
  try {
    assert.equal((await signUp(silent, 'ana@lima.example')).statusCode, 202)
    const admin = await browserOf(silent, await silent.given.user({ role: 'admin' }))
    const { pid, address } = await requestOf(admin, 'ana@lima.example')
    assert.equal(address, 'mail-not-set-up')
    assert.equal((await admin.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })).statusCode, 201)
  } finally {
    await silent.close()
  }
})
