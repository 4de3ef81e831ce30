import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { graphStage } from '#mail/providers/graph/test-support/graph-stage.ts'
import type { Stage } from '#mail/test-support/provider-suite/stage.ts'
import { apiClient } from '#test-support/api-client.ts'
import { startFakeGraph } from '#test-support/graph/fake-graph.ts'
import type { FakeGraph } from '#test-support/graph/fake-graph.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { deliverNotifications } from './deliver.ts'

let graph: FakeGraph
let portal: TestApp
let stage: Stage
before(async () => {
  graph = await startFakeGraph()
  ;({ stage, portal } = await graphStage(graph, startTestApp))
})
after(async () => {
  await portal.close()
  await graph.close()
})

const states = async () =>
  (await portal.deps.database.kysely.selectFrom('notification_deliveries').select('state').execute()).map(
    ({ state }) => state,
  )

test('where Microsoft keeps the mailboxes, notifications leave by it once, to people inside and outside', async () => {
  const ask = apiClient(() => portal)
  const administrator = await portal.given.user({ role: 'admin' })
  const colleague = await stage.person()
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  for (const recipientUser of [colleague.pid, client.pid]) {
    const body = { subject: 'Closed on Friday', channel: ['EMAIL'], audience: 'USER', recipientUser }
    await ask(administrator, 'POST', 'notifications', body, 201)
  }
  const posting = { ...portal.deps, openPost: () => openPost(portal.deps) }
  for (let round = 0; round < 2; round += 1) await deliverNotifications(posting, new AbortController().signal)
  for (let tries = 0; tries < 500 && (await states()).includes('sending'); tries += 1) await wait(20)
  assert.deepEqual(await states(), ['sent', 'sent'])
  const received = async () => (await stage.list(colleague, 'folder=inbox')).count
  // Accepted mail arrives a moment later.
  for (let tries = 0; tries < 500 && (graph.outgoing.length === 0 || (await received()) === 0); tries += 1)
    await wait(20)
  assert.equal(await received(), 1)
  assert.deepEqual(
    graph.outgoing.map(({ to }) => to),
    [client.email],
  )
  const left = await portal.deps.database.kysely.selectFrom('mail_sendings').select('id').execute()
  assert.deepEqual(left, [])
})
