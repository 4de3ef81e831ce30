import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

type Json = Record<string, unknown>
type Asked = [as: Person, method: string, apiPath: string, body?: unknown, query?: unknown]

const Entry = z.object({
  collection: z.string(),
  action: z.string(),
  version: z.number(),
  actor: z.string(),
  changes: z.array(z.record(z.string(), z.unknown())),
})

/** Calls about records of a portal that is started later. */
export function recordCalls(portal: () => TestApp) {
  const call = async (...[as, method, apiPath, body, query]: Asked) => {
    const response = await portal().crud(as, {
      apiPath,
      method,
      ...(body === undefined ? {} : { body }),
      ...(query === undefined ? {} : { query }),
    })
    return {
      status: response.statusCode,
      json: response.json<Json & { pid: string; version: number; errors?: { path: string }[] }>(),
    }
  }

  /** Fails if the status of the response is another one. Returns the response body. */
  const answers = async (status: number, ...asked: Asked) => {
    const response = await call(...asked)
    assert.equal(response.status, status, JSON.stringify([asked.slice(1), response.json]))
    return response.json
  }

  /** Fails if the call is not refused because of that field, as `body.org`. */
  const refusesField = async (path: string, ...asked: Asked) => {
    const { errors } = await answers(400, ...asked)
    assert.equal(errors?.[0]?.path, path)
  }

  const create = async (as: Person, collection: string, body: Json) =>
    (await answers(201, as, 'POST', collection, body)).pid
  const get = async (as: Person, path: string) => (await call(as, 'GET', path)).json

  /** The history of a record, oldest entry first. */
  const historyOf = (pid: string) =>
    portal().deps.database.query(
      'select collection, action, version, actor, changes from history where pid = $1 order by id',
      [pid],
      Entry,
    )
  return { call, answers, refusesField, create, get, historyOf }
}
