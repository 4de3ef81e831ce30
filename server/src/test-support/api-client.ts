import assert from 'node:assert/strict'
import type { Person } from './given.ts'
import type { TestApp } from './start-test-app.ts'

/** A record or an answer as it came, field by field. */
export type Fields = Record<string, unknown>

/**
 * Calls of a portal that is started later; each answers its body, and fails with what the portal said where
 * the status is not the one expected.
 */
export const apiClient =
  (portal: () => TestApp) =>
  async (person: Person, method: string, apiPath: string, body?: object, status = 200): Promise<Fields> => {
    const answer = await portal().crud(person, { apiPath, method, ...(body && { body }) })
    assert.equal(
      answer.statusCode,
      status,
      `${method} ${apiPath} ${JSON.stringify(body)} -> ${answer.statusCode} ${answer.body.slice(0, 400)}`,
    )
    return answer.json<Fields>()
  }
