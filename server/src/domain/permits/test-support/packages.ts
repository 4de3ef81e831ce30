import { Checklist, Configuration } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

type People = Record<Role, Person>

/** Helpers that prepare, complete and sign off packages through the API. */
export function packagesIn(portal: () => TestApp, people: () => People) {
  const ask = apiClient(portal)
  const step = (path: string, to: string, status = 200, person = people().team) =>
    ask(person, 'POST', `${path}/transitions`, { to, reason: 'Because' }, status)
  const act = (person: Person, pack: string, name: string, more: object = {}, status = 200) =>
    ask(person, 'POST', `rts/${pack}/sign-off`, { act: name, ...more }, status)

  /** The package of a permit's latest cycle. */
  async function packageOf(permit: string): Promise<string> {
    const response = await portal().crud(people().admin, {
      apiPath: 'rts',
      method: 'GET',
      query: { filter: { permit }, sort: '-cycleNo' },
    })
    return response.json<{ rts: { pid: string }[] }>().rts[0]?.pid ?? ''
  }

  /** A permit in preparation, whose package has all required documents. */
  async function prepared(): Promise<{ permit: string; pack: string }> {
    const body = { title: 'Sign', org: people().client.org, permitType: 'SIGN' }
    const permit = String((await ask(people().team, 'POST', 'permits', body, 201))['pid'])
    for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${permit}`, to)
    const pack = await packageOf(permit)
    const { checklist } = await ask(people().team, 'GET', `rts/${pack}`)
    for (const { documentType, required } of Checklist.parse(checklist)) {
      if (required)
        await ask(people().team, 'PATCH', `rts/${pack}/checklist/${documentType}`, {
          state: 'VERIFIED',
          onPaper: true,
        })
    }
    return { permit, pack }
  }

  /** Turns second-person verification on or off, as an administrator. */
  async function setSecondPerson(bySecondPerson: boolean): Promise<void> {
    const config = Configuration.parse(await ask(people().admin, 'GET', 'config'))
    await ask(people().admin, 'PATCH', 'config', { ...config, packages: { bySecondPerson } })
  }

  const read = (path: string): Promise<Fields> => ask(people().admin, 'GET', path)
  return { ask, step, act, packageOf, prepared, setSecondPerson, read }
}
