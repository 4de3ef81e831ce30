import assert from 'node:assert/strict'
import { RequirementsSettings } from '@portal/contract'
import type { Requirements, Role } from '@portal/contract'
import { apiClient, pidOf } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** What tests of requirements do, in a portal that is started later. Administrators publish, staff add. */
export function requirementsClient(portal: () => TestApp, people: () => Record<Role, Person>) {
  const ask = apiClient(portal)
  const settings = async () => RequirementsSettings.parse(await ask(people().admin, 'GET', 'requirements'))
  /** Saves requirements as the draft; null deletes it. */
  const draft = async (requirements: unknown, status = 200): Promise<Fields> => {
    const { version } = await settings()
    return ask(people().admin, 'PATCH', 'requirements', { version, requirements }, status)
  }
  return {
    settings,
    draft,
    /** Publishes requirements and returns their number. */
    async publish(requirements: Requirements): Promise<number> {
      const { version } = RequirementsSettings.parse(await draft(requirements))
      const published = await ask(people().admin, 'POST', 'requirements/publish', { version })
      return RequirementsSettings.parse(published).published
    },
    /** Adds a permit for a sign of the client's organization; returns its pid. */
    permit(values: object = {}): Promise<string> {
      const org = people().client.org ?? assert.fail('a client has an organization')
      const body = { title: 'Sign', org, permitType: 'SIGN', ...values }
      return pidOf(ask(people().team, 'POST', 'permits', body, 201))
    },
    /** Adds a package to a permit; returns its pid. */
    packageFor: (permit: string) => pidOf(ask(people().team, 'POST', 'rts', { permit }, 201)),
  }
}
