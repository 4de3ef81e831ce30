import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MergePreview } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { runAutomaticSteps } from '../../permits/automatic/automatic-steps.ts'
import { dayIn } from '../../permits/automatic/test-support/pass-days.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
async function finish(started: Record<string, unknown>): Promise<void> {
  const { job } = z.object({ job: z.object({ id: z.string() }) }).parse(started)
  assert.equal((await endOfJob(portal, people.admin, job.id)).state, 'done')
}
const merge = async (losing: string, into: string, fields?: object) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into, fields }, 202))
const undo = async (losing: string) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 202))

const Task = z.object({ pid: z.string(), org: z.string(), status: z.string(), on: z.string() })
const tasksOf = (...orgs: string[]) =>
  portal.deps.database.query(
    'select pid, org, status, certificate_date::text as on from tasks where org = any($1::text[]) and certificate is not null order by pid',
    [orgs],
    Task,
  )
const openOf = async (...orgs: string[]) =>
  (await tasksOf(...orgs)).filter(({ status }) => status !== 'CANCELLED' && status !== 'DONE')
const historyOf = async (task: string) =>
  JSON.stringify(await ask(people.team, 'GET', `ctasks/${task}/history`))

/** An organization whose license expires on a day, and the open task that asks for the new one. */
async function asked(name: string, days: number): Promise<{ org: string; task: string }> {
  const org = await portal.given.org({ name })
  await portal.deps.database.query('update orgs set licence_expiry = $2::date where pid = $1', [
    org,
    dayIn(portal, days),
  ])
  const made = await ask(
    people.admin,
    'POST',
    `orgs/${org}/certificates/licenceExpiry/request`,
    undefined,
    201,
  )
  return { org, task: String(made['pid']) }
}

test('of two open tasks for one certificate a merge keeps one, and its undo opens the other again', async () => {
  const [losing, into] = [await asked('Losing', 20), await asked('Surviving', 20)]
  const response = await portal.crud(people.admin, {
    apiPath: `orgs/${losing.org}/merge`,
    method: 'GET',
    query: { into: into.org },
  })
  const preview = MergePreview.parse(response.json())
  assert.deepEqual([preview.blockers, preview.sameCertificates], [[], 1])
  const former = await tasksOf(losing.org, into.org)

  await merge(losing.org, into.org)
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(
    (await openOf(into.org)).map(({ pid }) => pid),
    [into.task],
  )
  assert.match(await historyOf(losing.task), /Both organizations had an open task for this certificate/)

  await undo(losing.org)
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(await tasksOf(losing.org, into.org), former)
})

test('the task that asks for the date of the merged organization stays, then the one that the client has submitted', async () => {
  const [chosen, other] = [await asked('Chosen date', 20), await asked('Other date', 30)]
  await merge(chosen.org, other.org, { licenceExpiry: 'losing' })
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(
    (await openOf(other.org)).map(({ pid, on }) => [pid, on]),
    [[chosen.task, dayIn(portal, 20)]],
  )
  await undo(chosen.org)
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(
    new Map((await openOf(chosen.org, other.org)).map(({ pid, org }) => [pid, org])),
    new Map([
      [chosen.task, chosen.org],
      [other.task, other.org],
    ]),
  )

  const [sent, waiting] = [await asked('Sent', 20), await asked('Waiting', 20)]
  await portal.deps.database.query("update tasks set status = 'SUBMITTED' where pid = $1", [sent.task])
  await merge(sent.org, waiting.org)
  assert.deepEqual(
    (await openOf(waiting.org)).map(({ pid, status }) => [pid, status]),
    [[sent.task, 'SUBMITTED']],
  )
})

test('the undo leaves a task closed whose client was asked again since', async () => {
  const [sent, into] = [await asked('Sent before', 20), await asked('Asked again', 20)]
  await portal.deps.database.query("update tasks set status = 'SUBMITTED' where pid = $1", [sent.task])
  await merge(sent.org, into.org)
  await ask(people.team, 'POST', `ctasks/${sent.task}/transitions`, { to: 'CANCELLED' })
  const again = await ask(
    people.admin,
    'POST',
    `orgs/${into.org}/certificates/licenceExpiry/request`,
    undefined,
    201,
  )
  await undo(sent.org)
  assert.deepEqual(
    (await openOf(sent.org, into.org)).map(({ pid }) => pid),
    [again['pid']],
  )
})

test('what a merge closed is not opened by undoing a status change, only by undoing the merge', async () => {
  const [losing, into] = [await asked('Closed by a merge', 20), await asked('Open after a merge', 20)]
  await merge(losing.org, into.org)
  for (const path of [`ctasks/${losing.task}`, `orgs/${losing.org}`]) {
    const refused = await ask(people.admin, 'POST', `${path}/transitions/undo`, {}, 409)
    assert.match(String(refused['detail']), /no status change to undo/, path)
  }
})
