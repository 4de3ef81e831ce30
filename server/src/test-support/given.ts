import { sql } from 'kysely'
import { sessionCookie, toRole } from '@portal/contract'
import type { Actor, OrgRole, Role } from '@portal/contract'
import type { Environment } from '#environment/environment.ts'
import { demoEmails } from '#features/auth/auth.queries.ts'
import { markSamplePeople } from '#identity/demo-people.ts'
import type { Deps } from '../deps.ts'
import { insertSession } from '../plugins/sessions.queries.ts'

/** Somebody a test can act as. */
export interface Person {
  pid: string
  name: string
  email: string
  role: Role | null
  org: string | null
  /** Their position in the organization. */
  orgRole: OrgRole | null
}

interface NewPerson {
  role?: string | null
  org?: string | null
  orgRole?: OrgRole | null
  name?: string
  email?: string
  status?: string
  /** A real person although the address is that of a demo account. */
  isReal?: boolean
}

/** Makes what a test needs; every value not given is made up. */
export interface TestData {
  /** An active organization; answers its pid. */
  org(values?: { name?: string }): Promise<string>
  /**
   * An active user. `role` may be written in any case, as an imported one might be. A client is an ORG_ADMIN
   * unless said otherwise.
   */
  user(values?: NewPerson): Promise<Person>
  /** One person of each role, the client belonging to `org` (one is made when absent). */
  everyRole(org?: string): Promise<Record<Role, Person>>
  /** The Cookie header of a session of this person; the same one each time. */
  cookieOf(person: Person): Promise<string>
}

/** A person as rules see them. */
export function actorFor(person: Person): Actor {
  if (person.role === null) throw new Error('A person without a role is no actor.')
  return { pid: person.pid, role: person.role, org: person.org, orgRole: person.orgRole }
}

/**
 * What a test needs, made by SQL. Sessions are of demo mode where it is on, so that their proof stays fresh;
 * else of this moment's passkey.
 */
export function createGiven(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'> & { environment: Pick<Environment, 'demo'> },
): TestData {
  const cookies = new Map<string, string>()
  let made = 0

  async function org(values: { name?: string } = {}): Promise<string> {
    const pid = deps.ids.pid()
    made += 1
    const name = values.name ?? `Organization ${made}`
    await sql`insert into orgs (pid, legal_name, kind, status) values (${pid}, ${name}, 'CONTRACTOR', 'ACTIVE')`.execute(
      deps.database.kysely,
    )
    return pid
  }

  async function user(values: NewPerson = {}): Promise<Person> {
    const { role = 'team', org: organization = null, status = 'ACTIVE' } = values
    const orgRole =
      values.orgRole === undefined && toRole(role) === 'client' ? 'ORG_ADMIN' : (values.orgRole ?? null)
    const pid = deps.ids.pid()
    made += 1
    const name = values.name ?? `Person ${made}`
    const email = values.email ?? `person${made}@portal.example`
    await sql`insert into users (pid, name, email, role, org, org_role, status)
      values (${pid}, ${name}, ${email}, ${role}, ${organization}, ${orgRole}, ${status})`.execute(
      deps.database.kysely,
    )
    if (values.isReal !== true && Object.values(demoEmails).includes(email))
      await markSamplePeople(deps.database.kysely, [pid])
    return { pid, name, email, role: toRole(role), org: organization, orgRole }
  }

  return {
    org,
    user,
    async everyRole(organization) {
      const [superadmin, admin, team] = [
        await user({ role: 'superadmin' }),
        await user({ role: 'admin' }),
        await user({ role: 'team' }),
      ]
      return {
        superadmin,
        admin,
        team,
        client: await user({ role: 'client', org: organization ?? (await org()) }),
      }
    },
    async cookieOf(person) {
      const known = cookies.get(person.pid)
      if (known !== undefined) return known
      const token = deps.ids.token()
      const principal = { kind: 'person', pid: person.pid } as const
      const origin = { userAgent: null, address: null }
      await insertSession(deps.database.kysely, {
        token,
        id: deps.ids.pid(),
        principal,
        method: deps.environment.demo ? 'demo' : 'passkey',
        stage: 'full',
        ...origin,
        now: deps.clock.now(),
      })
      const cookie = `${sessionCookie}=${token}`
      cookies.set(person.pid, cookie)
      return cookie
    },
  }
}
