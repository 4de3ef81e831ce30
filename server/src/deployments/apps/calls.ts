import { Refusal, phrase } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { appLimits, scopesFor } from '@portal/contract/app-protocol'
import type { AppCall } from '@portal/contract/app-protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { AppRow } from '#platform/federation/apps.queries.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { openAllowedApp } from './access.ts'

/** Makes a record call as the person of the request, as `POST /api/crud` would. Returns JSON text. */
export type RunRecordCall = (request: FastifyRequest, reply: FastifyReply, call: CrudCall) => Promise<string>

const Page = z.object({ metadata: z.object({ count: z.number() }) })
const Records = z.array(z.record(z.string(), z.unknown()))

/** The record call of an app's call. */
function crudCallOf(call: Exclude<AppCall, { method: 'profile.get' }>): CrudCall {
  const { collection } = call.params
  switch (call.method) {
    case 'records.list': {
      const { collection: _collection, fields, ...query } = call.params
      const listed = { pageSize: 50, ...query, ...(fields && { fields: fields.join(',') }) }
      return { apiPath: `/${collection}`, method: 'GET', query: listed }
    }
    case 'records.get':
      return { apiPath: `/${collection}/${call.params.pid}`, method: 'GET' }
    case 'records.create':
      return { apiPath: `/${collection}`, method: 'POST', body: call.params.values }
    case 'records.update': {
      const { pid, version, values } = call.params
      return { apiPath: `/${collection}/${pid}`, method: 'PATCH', body: { ...values, version } }
    }
  }
}

function resultOf({ method }: AppCall, json: string): unknown {
  const answered: unknown = JSON.parse(json)
  if (method !== 'records.list') return answered
  const { metadata, ...rest } = z.looseObject(Page.shape).parse(answered)
  return { records: Records.parse(Object.values(rest)[0]), count: metadata.count }
}

const countText = `insert into app_calls (app, person, day, method, collection, calls, refused, last_at)
  values ($1, $2, $3::timestamptz::date, $4, $5, 1, $6, $3)
  on conflict (app, person, day, method, collection)
  do update set calls = app_calls.calls + 1, refused = app_calls.refused + excluded.refused, last_at = excluded.last_at`

interface Calling {
  deps: DomainDeps
  request: FastifyRequest
  reply: FastifyReply
  run: RunRecordCall
}

async function perform({ request, reply, run }: Calling, app: AppRow, call: AppCall): Promise<unknown> {
  const granted = scopesFor(call).filter((scope) => app.scopes.includes(scope))
  if (granted.length === 0)
    throw new Refusal(
      'forbidden',
      phrase('The app may not do this: it needs {{scope}}.', { scope: scopesFor(call)[0] ?? '' }),
      { code: 'not-in-scope' },
    )
  if (call.method === 'profile.get') {
    const { name, role } = sessionOf(request)
    return {
      ...(granted.includes('profile:name') && { name }),
      ...(granted.includes('profile:role') && { role }),
    }
  }
  const json = await run(request, reply, crudCallOf(call))
  if (json.length > appLimits.answerLength)
    throw new Refusal('too-large', 'The answer is too large. Ask for fewer records or fields.')
  return resultOf(call, json)
}

/** Every write of an app is an entry of its own in the audit trail; reads are counted. */
async function recordCall(
  { deps, request }: Calling,
  app: AppRow,
  call: AppCall,
  failed: boolean,
): Promise<void> {
  const { pid: person } = sessionOf(request)
  const at = deps.clock.now()
  const collection = 'collection' in call.params ? call.params.collection : ''
  const refused = failed ? 1 : 0
  await deps.database.query(countText, [app.pid, person, at, call.method, collection, refused], z.unknown())
  if (failed || (call.method !== 'records.create' && call.method !== 'records.update')) return
  const record = 'pid' in call.params ? call.params.pid : null
  const detail = { app: app.pid, name: app.name_en, method: call.method, collection, record }
  await writeAudit(deps.database.kysely, {
    kind: 'app-wrote',
    at,
    actor: person,
    person: null,
    origin: originOf(request),
    detail,
  })
}

/**
 * Answers a call of an app as the person whose session it is: what the app's scopes name, and no more than
 * the person may. Throws 404 for an app that the person cannot open, 403 without their consent or outside of
 * the scopes, 429 above the limit, and what the call itself is refused with.
 */
export async function answerAppCall(calling: Calling, pid: string, call: AppCall): Promise<unknown> {
  const { deps, request, reply } = calling
  const viewer = sessionOf(request)
  const { app } = await openAllowedApp(deps, pid, viewer)
  await takeAttempt(deps, reply, limits.appCalls, `${app.pid} ${viewer.sessionHash}`)
  const answer = await perform(calling, app, call).catch(async (error: unknown) => {
    await recordCall(calling, app, call, true)
    throw error
  })
  await recordCall(calling, app, call, false)
  return answer
}
