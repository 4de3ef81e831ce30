import { sql } from 'kysely'
import { sessionCookie, toRole } from '@portal/contract'
import type { Actor, OrgRole, Role } from '@portal/contract'
import type { Environment } from '#platform/environment/environment.ts'
import { demoEmails } from '#domain/users/sign-in/auth.queries.ts'
import { markSamplePeople } from '#platform/auth/demo-people.ts'
import type { Deps } from '#app/deps.ts'
import { insertSession } from '#platform/sessions/sessions.queries.ts'

/** A person on whose behalf a test can act. */
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
  /** A real person with the address of a demo account. */
  isReal?: boolean
}

/** Creates test data. Every value that is not given is generated. */
export interface TestData {
  /** Creates an active organization and returns its pid. */
  org(values?: { name?: string }): Promise<string>
  /**
   * Creates an active user. `role` may be in any case, as in an import. A client is an ORG_ADMIN by default.
   */
  user(values?: NewPerson): Promise<Person>
  /** Creates one person per role. The client belongs to `org`, which is created if absent. */
  everyRole(org?: string): Promise<Record<Role, Person>>
  /** The Cookie header of a session of this person; the same one on every call. */
  cookieOf(person: Person): Promise<string>
}

/** The person as an actor, as the rules expect it. */
export function actorFor(person: Person): Actor {
  if (person.role === null) throw new Error('A person without a role is no actor.')
  return { pid: person.pid, role: person.role, org: person.org, orgRole: person.orgRole }
}

/**
 * Creates test data by SQL. In demo mode the sessions are demo sessions, whose authentication stays recent;
 * else they come from a passkey used now.
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
