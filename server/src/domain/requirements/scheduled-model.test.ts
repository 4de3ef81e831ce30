import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PublishRequirements, Refusal } from '@portal/contract'
import fc from 'fast-check'
import { dayBegins, localDay, plusDays } from '../permits/automatic/test-support/year/zone-days.ts'
import { actorFor } from '#test-support/given.ts'
import { draftRequirements, publishRequirements, revertRequirements, withdrawRequirements } from './change.ts'
import { runScheduledRequirements } from './scheduled-task.ts'
import { ScheduledOffice, markOf, marked } from './test-support/scheduled-office.ts'
import { readRequirements } from './view.ts'

const zone = 'America/Havana'
/** Across a day whose midnight is skipped by the clocks. */
const begin = '2027-03-10T17:00:00.000Z'

let office: ScheduledOffice
before(async () => {
  office = await ScheduledOffice.open()
  await office.setZone(zone)
})
after(() => office.portal.close())

/** A publication as the model has it: when it takes effect, and which goes first at the same moment. */
interface Published {
  mark: string
  atMs: number
  /** Scheduled ones come before what is published on their day, in the order in which they were scheduled. */
  place: number
}
interface Scheduled {
  mark: string
  day: string
  order: number
}

/** What is in force by dates alone, without versions, locks or tables. */
class Model {
  readonly #published: Published[]
  #waiting: Scheduled[] = []
  #order = 0

  constructor(mark: string) {
    this.#published = [{ mark, atMs: 0, place: 0 }]
  }

  publish(mark: string, now: Date): void {
    this.#published.push({ mark, atMs: now.getTime(), place: (this.#order += 1) })
  }

  schedule(mark: string, day: string): void {
    this.#waiting.push({ mark, day, order: (this.#order += 1) })
  }

  /** Whether it could be withdrawn: its day had not come. */
  withdraw(mark: string, now: Date): boolean {
    const isWaiting = this.#waiting.some((each) => each.mark === mark && !this.#hasBegun(each, now))
    if (isWaiting) this.#waiting = this.#waiting.filter((each) => each.mark !== mark)
    return isWaiting
  }

  #hasBegun = ({ day }: Scheduled, now: Date) => dayBegins(zone, day).getTime() <= now.getTime()

  inForce(now: Date): string {
    const begun = this.#waiting
      .filter((each) => this.#hasBegun(each, now))
      .map(({ mark, day, order }) => ({ mark, atMs: dayBegins(zone, day).getTime(), place: order }))
    const newest = [...this.#published, ...begun].toSorted(
      (one, other) => one.atMs - other.atMs || one.place - other.place,
    )
    return newest.at(-1)?.mark ?? assert.fail('nothing is in force')
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('schedule' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), which: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 110 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('task' as const) }) },
)

let marks = 0

/** Carries out steps on the portal and the model, and adds a permit after each. */
async function walk(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const { portal, people } = office
  const { deps, clock } = portal
  const admin = actorFor(people.admin)
  const version = async () => (await readRequirements(deps, admin)).version
  const { published, requirements, scheduled } = await office.settings()
  for (const { id } of scheduled ?? []) await office.withdraw(id, { draft: 'keep' })
  const model = new Model(markOf(requirements))
  const ids = new Map<string, number>()
  const draft = async (mark: string) => {
    const body = { version: await version(), requirements: marked(mark) }
    await draftRequirements(deps, admin, body)
    return PublishRequirements.parse({ version: body.version + 1 })
  }
  for (const each of steps) {
    const mark = `Mark ${(marks += 1)}`
    const now = clock.now()
    if (each.kind === 'pass') {
      clock.pass(each.hours * 3_600_000)
      await office.at(clock.now().toISOString())
    } else if (each.kind === 'task') await runScheduledRequirements(deps)
    else if (each.kind === 'publish') {
      await publishRequirements(deps, admin, await draft(mark))
      model.publish(mark, now)
    } else if (each.kind === 'schedule') {
      const day = plusDays(localDay(zone, now), each.days)
      await publishRequirements(deps, admin, { ...(await draft(mark)), from: day })
      model.schedule(mark, day)
      ids.set(mark, await office.idOf(mark))
    } else if (each.kind === 'revert') {
      const again = await office.markOfNumber(published)
      await revertRequirements(deps, admin, { version: await version(), to: published })
      model.publish(again, now)
    } else {
      const [chosen, id] = [...ids][each.which] ?? []
      if (chosen === undefined) continue
      const body = { version: await version(), id, draft: 'keep' }
      const isWithdrawn = await withdrawRequirements(deps, admin, body).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Refusal && error.type === 'transition-refused', String(error))
          return false
        },
      )
      assert.equal(isWithdrawn, model.withdraw(chosen, now), `${chosen} is withdrawn`)
    }
    assert.equal(await office.permit(), model.inForce(clock.now()), JSON.stringify(each))
    assert.equal((await office.inForceForOlderServers()).mark, model.inForce(clock.now()))
  }
}

test('each permit has the version that is in force by dates alone, whatever was published, scheduled and withdrawn', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      // Time does not go back: each round begins three weeks after the one before.
      const atMs = Math.max(Date.parse(begin) + round * 21 * 86_400_000, office.portal.clock.now().getTime())
      round += 1
      await office.at(new Date(atMs).toISOString())
      await walk(steps)
    }),
    { numRuns: process.env['PROVE'] === '1' ? 200 : 10, endOnFailure: true },
  )
})
