import assert from 'node:assert/strict'
import { CreatedPid, RequirementsSettings, seedRequirements } from '@portal/contract'
import type { Requirements, Role } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp, TestAppOptions } from '#test-support/start-test-app.ts'

/** The requirements of a new portal with a condition that names them. */
export const marked = (mark: string): Requirements => ({
  ...seedRequirements,
  conditions: [
    ...seedRequirements.conditions,
    { code: 'MARK', text: mark, kind: 'DURING', severity: 'NOTICE' },
  ],
})
/** The name of requirements; `first` for those of a new portal. */
export const markOf = ({ conditions }: Requirements): string =>
  conditions.find(({ code }) => code === 'MARK')?.text ?? 'first'

const pid = z.object({ pid: z.string() })
const number = z.object({ number: z.number() })

/** An office in which requirements are published and permits added at given times. */
export class ScheduledOffice {
  readonly portal: TestApp
  readonly people: Record<Role, Person>
  readonly ask: ReturnType<typeof apiClient>

  private constructor(portal: TestApp, people: Record<Role, Person>) {
    this.portal = portal
    this.people = people
    this.ask = apiClient(() => portal)
  }

  static async open(options: TestAppOptions = {}): Promise<ScheduledOffice> {
    const portal = await startTestApp(options)
    return new ScheduledOffice(portal, await portal.given.everyRole())
  }

  /** The same office on another server. */
  async beside(options: TestAppOptions): Promise<ScheduledOffice> {
    return new ScheduledOffice(await startTestApp(options), this.people)
  }

  /** The clock of the server shows this time, and nobody is signed out for it. */
  async at(instant: string): Promise<void> {
    this.portal.clock.set(instant)
    await sql`update sessions set idle_expires_at = '2100-01-01', expires_at = '2100-01-01'`.execute(
      this.portal.deps.database.kysely,
    )
  }

  async setZone(timeZone: string): Promise<void> {
    const config = await this.ask(this.people.superadmin, 'GET', 'config')
    await this.ask(this.people.superadmin, 'PATCH', 'config', { ...config, timeZone })
  }

  async settings(): Promise<RequirementsSettings> {
    return RequirementsSettings.parse(await this.ask(this.people.admin, 'GET', 'requirements'))
  }

  async draft(requirements: Requirements | null): Promise<number> {
    const { version } = await this.settings()
    await this.ask(this.people.admin, 'PATCH', 'requirements', { version, requirements })
    return version + 1
  }

  /** Publishes requirements with this mark; with `from` on that day. */
  async publish(mark: string, from?: string): Promise<RequirementsSettings> {
    const version = await this.draft(marked(mark))
    const body = { version, note: `Note of ${mark}`, ...(from !== undefined && { from }) }
    return RequirementsSettings.parse(await this.ask(this.people.admin, 'POST', 'requirements/publish', body))
  }

  async withdraw(id: number, more: object = {}, status = 200): Promise<Fields> {
    const { version } = await this.settings()
    return this.ask(this.people.admin, 'POST', 'requirements/withdraw', { version, id, ...more }, status)
  }

  /** The id of the scheduled publication with this mark. */
  async idOf(mark: string): Promise<number> {
    const { scheduled = [] } = await this.settings()
    return (
      scheduled.find(({ requirements }) => markOf(requirements) === mark)?.id ??
      assert.fail(`${mark} is not scheduled`)
    )
  }

  /** Adds a permit and returns the mark of the requirements that it has. */
  async permit(): Promise<string> {
    return this.markOfPermit(await this.add())
  }

  async add(): Promise<string> {
    const body = { title: 'Sign', org: this.people.client.org, permitType: 'SIGN' }
    return CreatedPid.parse(await this.ask(this.people.team, 'POST', 'permits', body, 201)).pid
  }

  /** Read from the tables, as any server sees them. */
  async markOfPermit(permit: string): Promise<string> {
    const [row] = await this.portal.deps.database.query(
      'select coalesce(requirements_number, 0) as number from permits where pid = $1',
      [permit],
      number,
    )
    return this.markOfNumber(row?.number ?? assert.fail(`There is no permit ${permit}`))
  }

  async markOfNumber(version: number): Promise<string> {
    if (version === 0) return 'first'
    const [row] = await this.portal.deps.database.query(
      `select c->>'text' as mark from requirement_versions v left join lateral jsonb_array_elements(v.requirements->'conditions') c
        on c->>'code' = 'MARK' where v.number = $1`,
      [version],
      z.object({ mark: z.string().nullable() }),
    )
    return (row ?? assert.fail(`There are no requirements ${version}`)).mark ?? 'first'
  }

  /** The version in force as servers of the last release find it. */
  async inForceForOlderServers(): Promise<{ number: number; mark: string }> {
    const [row] = await this.portal.deps.database.query(
      'select coalesce(max(number), 0) as number from requirement_versions',
      [],
      number,
    )
    const highest = row?.number ?? 0
    return { number: highest, mark: await this.markOfNumber(highest) }
  }

  /** Publishes as a server of the last release does, which knows no scheduled publications. */
  async publishByOlderServer(mark: string): Promise<void> {
    const { kysely } = this.portal.deps.database
    await kysely.transaction().execute(async (trx) => {
      await sql`select version from requirement_draft where id = 1 for update`.execute(trx)
      await sql`insert into requirement_versions (number, requirements, published_at, published_by)
        select coalesce(max(number), 0) + 1, ${JSON.stringify(marked(mark))}::jsonb, ${this.portal.clock.now()}::timestamptz, ${this.people.admin.pid}
        from requirement_versions`.execute(trx)
      await sql`update requirement_draft set version = version + 1, requirements = null where id = 1`.execute(
        trx,
      )
    })
  }

  /** What the history says of the requirements, oldest first. */
  async events(): Promise<string[]> {
    const rows = await this.portal.deps.database.query(
      `select action from history where collection = 'config' and pid = 'requirements' order by id`,
      [],
      z.object({ action: z.string() }),
    )
    return rows.map(({ action }) => action)
  }

  /** Titles of the alerts of an administrator, oldest first. */
  async alerts(): Promise<{ title: string; message: string }[]> {
    return this.portal.deps.database.query(
      `select title, message from alerts where "user" = $1 and rule like 'requirements-%' order by seq`,
      [this.people.admin.pid],
      z.object({ title: z.string(), message: z.string() }),
    )
  }

  async addAgency(shortCode: string): Promise<string> {
    const body = { name: `City of ${shortCode}`, shortCode }
    return pid.parse(await this.ask(this.people.admin, 'POST', 'authorities', body, 201)).pid
  }
}
