import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { CreatedPid, RequirementsSettings, seedRequirements } from '@portal/contract'
import { sql } from 'kysely'
import { apiClient } from '#test-support/api-client.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startOnPostgres()
})
after(() => portal.close())
const ask = apiClient(() => portal)

test('a package that is made while its permit changes asks for what the permit needs afterwards', async () => {
  const admin = await portal.given.user({ role: 'admin' })
  const org = await portal.given.org()
  const when = { valuation: { min: 1_000 } }
  const none = { authority: null, optional: [], conditions: [], fees: [] }
  const rule = { ...none, permitType: 'SIGN', when, required: ['STRUCTURAL_PLAN'] }
  const read = async () => RequirementsSettings.parse(await ask(admin, 'GET', 'requirements'))
  const requirements = { ...seedRequirements, rules: [...seedRequirements.rules, rule] }
  await ask(admin, 'PATCH', 'requirements', { version: (await read()).version, requirements })
  await ask(admin, 'POST', 'requirements/publish', { version: (await read()).version })
  const made = await ask(admin, 'POST', 'permits', { title: 'Sign', org, permitType: 'SIGN' }, 201)
  const { pid } = CreatedPid.parse(made)
  const sent = await portal.deps.database.kysely.transaction().execute(async (trx) => {
    await sql`update permits set valuation = 2000, version = version + 1 where pid = ${pid}`.execute(trx)
    // `resolve` sends the call, which would else wait until its answer is awaited.
    const call = Promise.resolve(
      portal.crud(admin, { apiPath: 'rts', method: 'POST', body: { permit: pid } }),
    )
    for (let isWaiting = false; !isWaiting; await wait(20)) {
      const { rows } = await sql`select 1 from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
      isWaiting = rows.length > 0
    }
    return { call }
  })
  const response = await sent.call
  assert.equal(response.statusCode, 201, response.body)
  const { checklist } = await ask(admin, 'GET', `rts/${CreatedPid.parse(response.json()).pid}`)
  assert.match(JSON.stringify(checklist), /STRUCTURAL_PLAN/)
})
