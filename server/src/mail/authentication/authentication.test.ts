import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dkimSign } from 'mailauth'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { startSmtpServer } from '../inbound/smtp-server.ts'
import type { SmtpServer } from '../inbound/smtp-server.ts'
import { deliver as deliverTo } from '../test-support/deliver.ts'
import { writing } from '../test-support/writing.ts'
import type { ResolveDns } from './dns.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
/** DNS records of the test; absent names do not exist. */
const records = new Map<string, string[]>([
  ['k._domainkey.portal.example', [`v=DKIM1; k=rsa; p=${key}`]],
  ['k._domainkey.city.example', [`v=DKIM1; k=rsa; p=${key}`]],
  ['k._domainkey.other.example', [`v=DKIM1; k=rsa; p=${key}`]],
  ['_dmarc.city.example', ['v=DMARC1; p=reject']],
  ['_dmarc.portal.example', ['v=DMARC1; p=reject']],
])
let dns: 'works' | 'fails' | 'hangs' = 'works'
const resolveDns: ResolveDns = async (name, type) => {
  if (dns === 'hangs') return new Promise(() => undefined)
  if (dns === 'fails') throw Object.assign(new Error('The name server failed'), { code: 'ESERVFAIL' })
  const found = type === 'TXT' ? records.get(name) : undefined
  if (found === undefined) throw Object.assign(new Error('There is no such name'), { code: 'ENOTFOUND' })
  return found.map((text) => [text])
}

let portal: TestApp
let door: SmtpServer
let mail: ReturnType<typeof writing>
let person: Person
let client: Person
let refNo: string
let permit: string
before(async () => {
  portal = await startTestApp({
    deps: { resolveDns },
    environment: { trustedMailRelay: null },
  })
  door = await startSmtpServer(portal.deps, { host: '127.0.0.1', port: 0 })
  mail = writing(portal)
  person = await portal.given.user({ role: 'team' })
  const org = await portal.given.org()
  client = await portal.given.user({ role: 'client', org, email: 'owner@city.example' })
  const admin = await portal.given.user({ role: 'admin' })
  const made = await portal.crud(admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Driveway', org, permitType: 'SIGN' },
  })
  permit = made.json<{ pid: string }>().pid
  refNo = (await portal.crud(admin, { apiPath: `permits/${permit}`, method: 'GET' })).json<{
    refNo: string
  }>().refNo
})
after(async () => {
  await door.close()
  await portal.close()
})

interface Written {
  from: string
  subject: string
  signedBy?: string
  head?: string
}

/** Delivers a message from outside, signed if `signedBy` names a domain, and opens it. */
async function brought({ from, subject, signedBy, head = '' }: Written) {
  const raw = Buffer.from(
    `${head}From: ${from}\r\nTo: ${person.email}\r\nSubject: ${subject}\r\nDate: Sun, 22 Nov 2026 12:00:00 +0000\r\n\r\nHello\r\n`,
  )
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = { signingDomain: signedBy ?? '', selector: 'k', privateKey: pem }
  const signed =
    signedBy === undefined
      ? ''
      : (await dkimSign(raw, { ...signature, signatureData: [signature] })).signatures
  assert.equal(await deliverTo(door.port, Buffer.concat([Buffer.from(signed), raw]), [person.email]), 250)
  const [summary] = (await mail.listed(person, 'inbox')).filter((each) => each.subject === subject)
  return mail.opened(person, summary?.id ?? '')
}
const kinds = (list: readonly { kind: string }[] | undefined) => (list ?? []).map(({ kind }) => kind)
const reasons = (list: readonly { reason: string }[] | undefined) =>
  (list ?? []).map(({ reason }) => reason).toSorted()

test('S-08: a forged message from our domain shows the gravest warning first and is not linked automatically', async () => {
  const message = await brought({
    from: 'Kofi Rosenthaler <admin@portal.example>',
    subject: `Urgent: approve ${refNo} refund`,
  })
  assert.equal(message.authentication?.verdict, 'failed')
  assert.equal(kinds(message.hints)[0], 'forged-own')
  assert.deepEqual(message.links, [])
  assert.deepEqual(reasons(message.offeredLinks), ['reference-number'])
  const related = await portal.crud(person, { apiPath: `permits/${permit}/related`, method: 'GET' })
  assert.ok(!related.body.includes('Urgent'), 'an offer is no related record')
})

test('S-08: our own domain with its signature is verified and carries no warning', async () => {
  const message = await brought({
    from: 'Office <office@portal.example>',
    subject: 'Signed by us',
    signedBy: 'portal.example',
  })
  assert.deepEqual(
    [message.authentication?.verdict, message.authentication?.dkim, message.authentication?.dmarc],
    ['verified', 'pass', 'pass'],
  )
  assert.ok(!kinds(message.hints).includes('forged-own'))
})

test('S-08: mail of a verified known sender is linked by number, and an offered link can be confirmed', async () => {
  const verified = await brought({
    from: client.email,
    subject: `Verified ${refNo}`,
    signedBy: 'city.example',
  })
  assert.deepEqual(
    [verified.authentication?.verdict, reasons(verified.links)],
    ['verified', ['reference-number']],
  )
  const stranger = await brought({
    from: 'someone@other.example',
    subject: `Stranger ${refNo}`,
    signedBy: 'other.example',
  })
  assert.deepEqual(
    [stranger.authentication?.verdict, reasons(stranger.links), reasons(stranger.offeredLinks)],
    ['verified', [], ['reference-number']],
  )
  const forged = await brought({ from: client.email, subject: `Forged ${refNo}` })
  assert.deepEqual(reasons(forged.links), [])
  assert.deepEqual(reasons(forged.offeredLinks), ['reference-number'])
  assert.ok(kinds(forged.hints).includes('unverified-known'))
  const linked = await mail.call('POST', `messages/${forged.id}/link`, person, {
    collection: 'permits',
    pid: permit,
  })
  assert.deepEqual(
    linked.json<{ links: { reason: string }[] }>().links.map(({ reason }) => reason),
    ['by-hand'],
  )
  assert.deepEqual((await mail.opened(person, forged.id)).offeredLinks, [])
})

test('mail of a contact is linked to it and their open permits are offered; with several contacts all are offered', async () => {
  const made = (apiPath: string, body: object) => portal.crud(person, { apiPath, method: 'POST', body })
  const contact = { name: 'Ada Stone', role: 'ARCHITECT', email: 'ada@other.example' }
  const { pid } = (await made('contacts', contact)).json<{ pid: string }>()
  assert.equal((await made(`permits/${permit}/people`, { contact: pid, role: 'ARCHITECT' })).statusCode, 201)
  const namesOf = (list: readonly { collection: string; title: string }[] | undefined) =>
    (list ?? []).map(({ collection, title }) => `${collection} ${title}`).toSorted()
  const one = await brought({
    from: 'Ada@other.example',
    subject: 'The elevation',
    signedBy: 'other.example',
  })
  assert.deepEqual(
    [namesOf(one.links), namesOf(one.offeredLinks)],
    [['contacts Ada Stone'], ['permits Driveway']],
  )
  const unproven = await brought({ from: 'ada@other.example', subject: 'Unsigned' })
  assert.deepEqual([namesOf(unproven.links), namesOf(unproven.offeredLinks).length], [[], 2])
  const [{ org } = { org: '' }] = await portal.deps.database.query(
    'select org from permits where pid = $1',
    [permit],
    z.object({ org: z.string() }),
  )
  await made('contacts', { ...contact, name: 'Ada S.', org })
  const several = await brought({
    from: 'ada@other.example',
    subject: 'Which one',
    signedBy: 'other.example',
  })
  assert.deepEqual(namesOf(several.links), [])
  assert.deepEqual(namesOf(several.offeredLinks), [
    'contacts Ada S.',
    'contacts Ada Stone',
    'permits Driveway',
  ])
})

test('S-08: a signature of another domain or a second From header proves nothing', async () => {
  const other = await brought({ from: client.email, subject: 'Signed by another', signedBy: 'other.example' })
  assert.equal(other.authentication?.verdict, 'failed')
  const two = await brought({
    from: client.email,
    subject: 'Two senders',
    signedBy: 'city.example',
    head: 'From: admin@portal.example\r\n',
  })
  assert.notEqual(two.authentication?.verdict, 'verified')
})

test('S-08: when DNS fails or hangs, mail arrives unverified and is not lost', async () => {
  for (const state of ['fails', 'hangs'] as const) {
    dns = state
    const startedAt = performance.now()
    const message = await brought({
      from: client.email,
      subject: `Names: ${state}`,
      signedBy: 'city.example',
    })
    dns = 'works'
    assert.equal(message.authentication?.verdict, 'unverified')
    assert.ok(performance.now() - startedAt < 30_000)
  }
})

const claimed =
  'Authentication-Results: mx.relay.example; dmarc=pass header.from=portal.example; spf=pass; dkim=pass header.d=portal.example\r\n'

test('S-08: an Authentication-Results header of an untrusted server is ignored', async () => {
  const message = await brought({ from: 'admin@portal.example', subject: 'Says itself', head: claimed })
  assert.equal(message.authentication?.verdict, 'failed')
})

test('S-08: the results of the trusted relay count from its addresses, for the domain they name', async () => {
  const environment = {
    ...portal.deps.environment,
    trustedMailRelay: { id: 'mx.relay.example', addresses: ['127.0.0.0/8'] },
  }
  const own = door
  door = await startSmtpServer({ ...portal.deps, environment }, { host: '127.0.0.1', port: 0 })
  try {
    const passed = await brought({ from: 'admin@portal.example', subject: 'By the relay', head: claimed })
    assert.deepEqual([passed.authentication?.verdict, passed.authentication?.by], ['verified', 'relay'])
    const foreign = await brought({
      from: 'admin@city.example',
      subject: 'For another domain',
      head: claimed,
    })
    assert.notEqual(foreign.authentication?.verdict, 'verified')
    const older = await brought({
      from: 'admin@portal.example',
      subject: 'A forged one below',
      head: `Authentication-Results: mx.relay.example; dmarc=fail header.from=portal.example\r\n${claimed}`,
    })
    assert.equal(older.authentication?.verdict, 'failed')
  } finally {
    await door.close()
    door = own
  }
})

test('S-08: mail between users of the portal is always authentic', async () => {
  const writer = await portal.given.user({ role: 'admin' })
  const draft = await mail.draft(writer, {
    to: [{ address: person.email }],
    subject: `Inside ${refNo}`,
    html: '<p>x</p>',
  })
  await mail.sent(writer, draft.id)
  await mail.ended(writer, draft.id)
  const [summary] = (await mail.listed(person, 'inbox')).filter(({ subject }) => subject.startsWith('Inside'))
  const message = await mail.opened(person, summary?.id ?? '')
  assert.equal(message.authentication, undefined)
  assert.deepEqual([kinds(message.hints), reasons(message.links)], [[], ['reference-number']])
})
