import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Presence, presenceTtlMs } from '@portal/contract'
import { z } from 'zod'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let org: string
let ben: Person
let anna: Person
let client: Person
let colleague: Person
let stranger: Person
const open: EventStream[] = []
before(async () => {
  portal = await startTestApp()
  org = await portal.given.org()
  ben = await portal.given.user({ role: 'team', name: 'Ben' })
  anna = await portal.given.user({ role: 'admin', name: 'Anna' })
  client = await portal.given.user({ role: 'client', org, name: 'Carl' })
  colleague = await portal.given.user({ role: 'client', org, name: 'Cora' })
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org(), name: 'Sam' })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
after(() => portal.close())

async function listenAs(person: Person): Promise<EventStream> {
  const stream = await openStream(portal.app, await portal.given.cookieOf(person))
  await stream.beginning
  open.push(stream)
  return stream
}

async function newPermit(): Promise<string> {
  const body = { title: 'Deck', org, permitType: 'BUILDING' }
  const response = await portal.crud(ben, { apiPath: 'permits', method: 'POST', body })
  return response.json<{ pid: string }>().pid
}

const Answer = z.object({ presence: Presence.nullable() })
const tabOf = (person: Person) => `tab-of-${person.pid.toLowerCase()}`
const send = (person: Person, at: object | null) =>
  portal.send({ method: 'POST', url: '/api/presence', payload: { tab: tabOf(person), at } }, person)

/** Reports a person at a permit; who is there, as they may see it, in the form "Name" or "Name: field". */
async function report(person: Person, pid: string, field: string | null = null): Promise<string[]> {
  const response = await send(person, { collection: 'permits', pid, field })
  assert.equal(response.statusCode, 200, response.body)
  return namesIn(Answer.parse(response.json()).presence)
}
const namesIn = (presence: unknown) =>
  Presence.parse(presence).people.map(({ name, field }) => (field === null ? name : `${name}: ${field}`))

/** Resolves when the stream has told this; changes close together share one event. */
async function heard(stream: EventStream, expected: readonly string[]): Promise<void> {
  let names: string[] = []
  while (JSON.stringify(names) !== JSON.stringify(expected))
    names = namesIn((await stream.next('presence', 20_000)).data)
}

test('staff at a record learn who else is there, what they edit, and that they left', async () => {
  const pid = await newPermit()
  const stream = await listenAs(anna)
  assert.deepEqual(await report(anna, pid), ['Anna'])
  assert.deepEqual(await report(ben, pid), ['Anna', 'Ben'])
  await heard(stream, ['Anna', 'Ben'])
  await report(ben, pid, 'targetDate')
  await heard(stream, ['Anna', 'Ben: targetDate'])
  await send(ben, null)
  await heard(stream, ['Anna'])
})

test('who opens another record has left the first', async () => {
  const [first, second] = [await newPermit(), await newPermit()]
  const stream = await listenAs(anna)
  await report(anna, first)
  await report(ben, first)
  await heard(stream, ['Anna', 'Ben'])
  await report(ben, second)
  await heard(stream, ['Anna'])
  await send(ben, null)
})

test('clients see colleagues and never staff; staff see a client only while the client edits', async () => {
  const pid = await newPermit()
  const [ofClient, ofStaff] = [await listenAs(client), await listenAs(anna)]
  await report(anna, pid, 'targetDate')
  assert.deepEqual(await report(client, pid), ['Carl'])
  await heard(ofStaff, ['Anna: targetDate'])
  await report(colleague, pid)
  await heard(ofClient, ['Carl', 'Cora'])
  await report(colleague, pid, 'siteAddress')
  await heard(ofClient, ['Carl', 'Cora: siteAddress'])
  await heard(ofStaff, ['Anna: targetDate'])
  await heard(ofStaff, ['Anna: targetDate', 'Cora: siteAddress'])
  for (const { data } of ofClient.rest()) assert.doesNotMatch(JSON.stringify(data), /Anna/)
  for (const person of [anna, client, colleague]) await send(person, null)
})

test('nobody reports at a record they may not read, and a name of no field is not told', async () => {
  const pid = await newPermit()
  const refused = await send(stranger, { collection: 'permits', pid, field: null })
  assert.equal(refused.statusCode, 404)
  assert.deepEqual(await report(ben, pid, 'no such <field>'), ['Ben'])
  await send(ben, null)
})

test('a browser that is closed has left, and one that reconnects has not', { timeout: 60_000 }, async () => {
  const pid = await newPermit()
  const stream = await listenAs(anna)
  await report(anna, pid)
  const [gone, back] = [await listenAs(ben), await listenAs(client)]
  await report(ben, pid)
  await report(client, pid, 'siteAddress')
  gone.close()
  back.close()
  await listenAs(client)
  let hasHeard = false
  const left = heard(stream, ['Anna', 'Carl: siteAddress']).finally(() => {
    hasHeard = true
  })
  // The server notices closed connections in its own time, so the page that came back reports more than once.
  const reportOften = async () => {
    for (; !hasHeard; await pause(200)) {
      portal.clock.pass(1)
      await report(client, pid, 'siteAddress')
    }
  }
  await Promise.all([left, reportOften()])
})

test('a page that stopped reporting is forgotten', async () => {
  const pid = await newPermit()
  await report(ben, pid)
  portal.clock.pass(presenceTtlMs + 1)
  assert.deepEqual(await report(anna, pid), ['Anna'])
})
