import { Conditions, conditionKinds } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** The transitions that an organization's conditions block, by the rules of domain.md 3. */
export interface Stops {
  submission: boolean
  issue: boolean
}

const stopsOf = (conditions: readonly Condition[]): Stops => {
  const open = conditions
    .filter(({ status, severity }) => status === 'OPEN' && severity !== 'NOTICE')
    .map(({ kind }) => kind)
  const submission = open.includes('PRIOR_TO_SUBMIT')
  return { submission, issue: submission || open.includes('PRIOR_TO_ISSUE') }
}

/**
 * Creates one condition of each kind for an organization. Returns a function that changes the status of one
 * condition and returns what the conditions then block.
 */
export async function organizationConditions(portal: () => TestApp, keeper: Person, org: string | null) {
  const ask = apiClient(portal)
  const path = `orgs/${org ?? ''}/conditions`
  for (const kind of conditionKinds)
    await ask(keeper, 'POST', path, { text: `Proven: ${kind}`, kind, severity: 'REQUIRED' }, 201)
  const read = async () => Conditions.parse(await ask(keeper, 'GET', path)).conditions
  const pids = (await read()).map(({ pid }) => pid)

  return async function turn(place: number, status: Condition['status']): Promise<Stops> {
    const pid = pids[place % pids.length] ?? ''
    const result = await ask(keeper, 'PATCH', `${path}/${pid}`, {
      status,
      ...(status === 'WAIVED' && { reason: 'Because' }),
    })
    return stopsOf(Conditions.parse(result).conditions)
  }
}
