import assert from 'node:assert/strict'
import { CreatedPid } from '@portal/contract'
import type { Person } from './given.ts'
import type { TestApp } from './start-test-app.ts'

/** A record or response body, by field name. */
export type Fields = Record<string, unknown>

/**
 * A client for a portal that is started later. Returns the response body, and fails with the portal's error
 * if the status is not the expected one.
 */
export const apiClient =
  (portal: () => TestApp) =>
  async (person: Person, method: string, apiPath: string, body?: object, status = 200): Promise<Fields> => {
    const response = await portal().crud(person, { apiPath, method, ...(body && { body }) })
    assert.equal(
      response.statusCode,
      status,
      `${method} ${apiPath} ${JSON.stringify(body)} -> ${response.statusCode} ${response.body.slice(0, 400)}`,
    )
    return response.json<Fields>()
  }

/** The pid of a record that a call adds. */
export const pidOf = async (made: Promise<unknown>): Promise<string> => CreatedPid.parse(await made).pid
