import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RequirementsSettings, addDays, seedRequirements } from '@portal/contract'
import { LibraryFile } from '@portal/contract/library-file'
import { AffectedPermitsPage } from '@portal/contract/requirements-move'
import { sql } from 'kysely'
import { runScheduledRequirements } from './scheduled-task.ts'
import { ScheduledOffice, markOf, marked } from './test-support/scheduled-office.ts'

let office: ScheduledOffice
before(async () => {
  office = await ScheduledOffice.open()
})
after(() => office.portal.close())

const shown = (settings: RequirementsSettings) =>
  (settings.scheduled ?? []).map(({ from, requirements }) => [from, markOf(requirements)])
const today = () => office.portal.clock.now().toISOString().slice(0, 10)
const later = (days: number) => addDays(today(), days)
/** Noon of a later day. */
const passTo = (days: number) => office.at(`${later(days)}T12:00:00.000Z`)
const kysely = () => office.portal.deps.database.kysely

test('a publication from a date waits for its day, is shown to administrators, and is no draft', async () => {
  const settings = await office.publish('December', '2026-12-01')
  const [scheduled] = settings.scheduled ?? []
  assert.deepEqual(
    {
      ...scheduled,
      requirements: markOf(scheduled?.requirements ?? seedRequirements),
      affected: [],
      id: 0,
      scheduledAt: '',
    },
    {
      id: 0,
      from: '2026-12-01',
      scheduledAt: '',
      by: { pid: office.people.admin.pid, title: scheduled?.by?.title },
      note: 'Note of December',
      requirements: 'December',
      changes: [
        {
          part: 'condition',
          from: null,
          to: { code: 'MARK', text: 'December', kind: 'DURING', severity: 'NOTICE' },
        },
      ],
      affected: [],
      problems: [],
      isRefused: false,
    },
  )
  assert.deepEqual([settings.draft, settings.published, settings.today], [null, 0, '2026-11-20'])
  assert.equal(await office.permit(), 'first')
  const forTeam = await office.ask(office.people.team, 'GET', 'requirements')
  assert.deepEqual(Object.keys(forTeam).toSorted(), ['published', 'requirements', 'version'])
  const permit = await office.add()
  const own = await office.ask(office.people.team, 'GET', `permits/${permit}/requirements`)
  assert.deepEqual(own['inForce'], { number: 0, isOther: false })
  await office.at('2026-12-01T00:00:00.000Z')
  assert.equal(await office.permit(), 'December')
  const then = await office.settings()
  assert.deepEqual(
    [then.published, then.scheduled, then.versions[0]?.at],
    [1, [], '2026-12-01T00:00:00.000Z'],
  )
  assert.deepEqual(
    [then.versions[0]?.note, then.versions[0]?.by?.pid, then.versions[0]?.revertedTo],
    ['Note of December', office.people.admin.pid, null],
  )
  assert.deepEqual((await office.events()).slice(-2), ['requirements-scheduled', 'requirements-in-force'])
})

for (const [zone, from, first] of [
  ['America/Chicago', '2026-12-05', '2026-12-05T06:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-10', '2026-12-09T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-12-15', '2026-12-15T11:00:00.000Z'],
  // The clocks change at 2 AM of this day in Chicago; in Havana they skip its midnight.
  ['America/Chicago', '2027-03-14', '2027-03-14T06:00:00.000Z'],
  ['America/Havana', '2028-03-12', '2028-03-12T05:00:00.000Z'],
] as const)
  test(`the day ${from} begins with its first moment in ${zone}`, async () => {
    await office.at(`${addDays(from, -4)}T12:00:00.000Z`)
    await office.setZone(zone)
    const before = await office.permit()
    await office.publish(`${zone} ${from}`, from)
    const atFirst = Date.parse(first)
    await office.at(new Date(atFirst - 1).toISOString())
    assert.equal(await office.permit(), before)
    assert.equal(markOf((await office.settings()).requirements), before)
    await office.at(first)
    assert.equal(await office.permit(), `${zone} ${from}`)
    await office.setZone('UTC')
  })

test('whoever asks first on the day learns what is in force: no task has to run', async () => {
  await office.publish('Asked', later(1))
  await passTo(1)
  const { published, requirements } = await office.settings()
  assert.equal(markOf(requirements), 'Asked')
  const { requirements: exported } = LibraryFile.parse(
    await office.ask(office.people.admin, 'GET', 'permit-library/file'),
  )
  assert.equal(markOf(exported ?? seedRequirements), 'Asked')
  assert.equal((await office.inForceForOlderServers()).number, published)
})

test('the office moves to another time zone: the day is that of the new zone', async () => {
  await office.at('2028-06-09T12:00:00.000Z')
  await office.setZone('Asia/Tokyo')
  await office.publish('Moved', '2028-06-10')
  await office.at('2028-06-09T14:59:59.999Z')
  assert.notEqual(await office.permit(), 'Moved')
  await office.setZone('America/Chicago')
  await office.at('2028-06-09T15:00:00.000Z')
  assert.notEqual(await office.permit(), 'Moved')
  await office.at('2028-06-10T05:00:00.000Z')
  assert.equal(await office.permit(), 'Moved')
  await office.setZone('UTC')
})

test('the latest day wins, and on one day the one that was scheduled last, also after weeks without a server', async () => {
  await office.publish('Second', later(9))
  await office.publish('First', later(4))
  await office.publish('Last of the day', later(9))
  assert.deepEqual(shown(await office.settings()), [
    [later(4), 'First'],
    [later(9), 'Second'],
    [later(9), 'Last of the day'],
  ])
  const { scheduled = [] } = await office.settings()
  assert.deepEqual(
    scheduled.map(({ changes }) =>
      changes.map((change) => (change.part === 'condition' ? change.from?.text : null)),
    ),
    [['Moved'], ['First'], ['Second']],
    'each is compared with what is in force until its day',
  )
  await passTo(4)
  assert.equal(await office.permit(), 'First')
  await passTo(30)
  assert.equal(await office.permit(), 'Last of the day')
  const { versions } = await office.settings()
  assert.deepEqual(await Promise.all(versions.slice(0, 3).map(({ number }) => office.markOfNumber(number))), [
    'Last of the day',
    'Second',
    'First',
  ])
})

test('what is published or used again at once is in force until the scheduled day', async () => {
  await office.publish('Scheduled', later(3))
  await office.publish('At once')
  assert.equal(await office.permit(), 'At once')
  const { version, published } = await office.settings()
  const reverted = RequirementsSettings.parse(
    await office.ask(office.people.admin, 'POST', 'requirements/revert', { version, to: 0 }),
  )
  assert.deepEqual([reverted.published, shown(reverted)], [published + 1, [[later(3), 'Scheduled']]])
  assert.equal(await office.permit(), 'first')
  await passTo(3)
  assert.equal(await office.permit(), 'Scheduled')
  await office.publish('Same day')
  assert.equal(await office.permit(), 'Same day')
})

test('today is at once, and the body of a revert has no day', async () => {
  const before = await office.settings()
  const { published, scheduled } = await office.publish('Today', today())
  assert.deepEqual([published, scheduled], [before.published + 1, []])
  assert.equal(await office.permit(), 'Today')
  const { version } = await office.settings()
  const body = { version, to: 0, from: later(1) }
  await office.ask(office.people.admin, 'POST', 'requirements/revert', body, 400)
})

test('days that passed, are too far ahead or do not exist are refused with a sentence', async () => {
  const version = await office.draft(marked('Refused'))
  for (const [from, detail] of [
    [later(-1), /^That day has passed\. Choose today or a later day\.$/],
    [later(732), /^Choose [A-Z][a-z]{2} \d+, \d{4} or an earlier day\.$/],
    ['2027-02-30', /is not a date/],
    ['soon', /is not a date/],
  ] as const) {
    const problem = await office.ask(
      office.people.admin,
      'POST',
      'requirements/publish',
      { version, from },
      400,
    )
    assert.match(String(problem['detail']), detail)
  }
  await office.ask(office.people.team, 'POST', 'requirements/publish', { version, from: later(1) }, 403)
  assert.deepEqual((await office.settings()).scheduled, [])
  await office.draft(null)
})

test('only twenty publications can be scheduled', async () => {
  await office.publish('Day 1', later(1))
  await sql`insert into requirement_schedule (id, requirements, starts_on, scheduled_at, state)
    select s.id + n, s.requirements, s.starts_on + n, s.scheduled_at, 'SCHEDULED'
    from requirement_schedule s, generate_series(1, 19) n where s.state = 'SCHEDULED'`.execute(kysely())
  const version = await office.draft(marked('One too many'))
  const body = { version, from: later(21) }
  await office.ask(office.people.admin, 'POST', 'requirements/publish', body, 409)
  await sql`update requirement_schedule set state = 'WITHDRAWN' where state = 'SCHEDULED'`.execute(kysely())
  await office.draft(null)
})

test('a withdrawn publication becomes the draft again and never comes into force', async () => {
  const before = await office.permit()
  await office.publish('Withdrawn', later(2))
  const id = await office.idOf('Withdrawn')
  const { version } = await office.settings()
  await office.ask(office.people.team, 'POST', 'requirements/withdraw', { version, id }, 403)
  await office.withdraw(9_999, {}, 400)
  const settings = RequirementsSettings.parse(await office.withdraw(id))
  assert.deepEqual(
    [settings.scheduled, markOf(settings.draft?.requirements ?? seedRequirements)],
    [[], 'Withdrawn'],
  )
  await office.withdraw(id, { draft: 'keep' }, 409)
  await passTo(2)
  assert.equal(await office.permit(), before)
  assert.equal((await office.events()).at(-1), 'requirements-withdrawn')
  await office.draft(null)
})

test('with a draft, an administrator chooses which of the two is kept', async () => {
  const draftOf = (settings: unknown) =>
    markOf(RequirementsSettings.parse(settings).draft?.requirements ?? seedRequirements)
  await office.publish('Former', later(2))
  const id = await office.idOf('Former')
  await office.draft(marked('Present'))
  const refused = await office.withdraw(id, {}, 409)
  assert.equal(refused['detail'], 'There is a draft. Choose whether to keep it or to replace it.')
  assert.equal(draftOf(await office.withdraw(id, { draft: 'keep' })), 'Present')
  await office.publish('Another', later(2))
  await office.draft(marked('Present'))
  assert.equal(draftOf(await office.withdraw(await office.idOf('Another'), { draft: 'replace' })), 'Another')
  await office.draft(null)
})

test('a publication that is in force is not withdrawn, and an administrator with an older page is told', async () => {
  await office.publish('Came', later(1))
  const id = await office.idOf('Came')
  const { version } = await office.settings()
  await passTo(1)
  const refused = await office.ask(office.people.admin, 'POST', 'requirements/withdraw', { version, id }, 409)
  assert.equal(markOf(RequirementsSettings.parse(refused['current']).requirements), 'Came')
  const again = await office.withdraw(id, {}, 409)
  assert.match(String(again['detail']), /^It came into force on its day\./)
})

test('what a scheduled publication changes for open permits is listed as for a draft', async () => {
  await office.publish('Compared', later(2))
  const id = await office.idOf('Compared')
  const permit = await office.add()
  const { versions } = await office.settings()
  const withMark = {
    ...marked('Asks for photos'),
    rules: seedRequirements.rules.map((rule) =>
      rule.permitType === 'SIGN' ? { ...rule, required: ['PHOTO'], conditions: ['MARK'] } : rule,
    ),
  }
  const version = await office.draft(withMark)
  const { scheduled = [] } = RequirementsSettings.parse(
    await office.ask(office.people.admin, 'POST', 'requirements/publish', { version, from: later(3) }),
  )
  const found = scheduled.find(({ requirements }) => markOf(requirements) === 'Asks for photos')
  assert.ok(found !== undefined && versions.length > 0)
  assert.ok(found.affected.some(({ permitType, more }) => permitType === 'SIGN' && more.includes('PHOTO')))
  const list = async (query: object, status = 200) => {
    const call = { apiPath: 'requirements/permits', method: 'GET', query: { to: 'scheduled', ...query } }
    const response = await office.portal.crud(office.people.admin, call)
    assert.equal(response.statusCode, status, response.body)
    return response.json()
  }
  const page = AffectedPermitsPage.parse(await list({ id: found.id, pageSize: 200 }))
  assert.deepEqual(page.permits.find(({ pid }) => pid === permit)?.differences.documents, [
    { documentType: 'PHOTO', from: 'OPTIONAL', to: 'REQUIRED' },
  ])
  assert.equal(page.number, null)
  await list({}, 400)
  await list({ id: 9_999 }, 400)
  // Permits move to the version in force alone.
  const { published } = await office.settings()
  await office.ask(office.people.admin, 'POST', 'requirements/move', { to: published + 1 }, 409)
  await office.withdraw(found.id)
  await office.withdraw(id, { draft: 'keep' })
  await office.draft(null)
})

test('administrators are told once when it came into force, by the task or by the first permit', async () => {
  await runScheduledRequirements(office.portal.deps)
  await office.publish('Told', later(1))
  await passTo(1)
  assert.equal(await office.permit(), 'Told')
  const before = await office.alerts()
  assert.deepEqual(await runScheduledRequirements(office.portal.deps), { inForce: 1, refused: 0, warned: 0 })
  assert.deepEqual(await runScheduledRequirements(office.portal.deps), { inForce: 0, refused: 0, warned: 0 })
  const { published } = await office.settings()
  const titles = (await office.alerts()).slice(before.length).map(({ title }) => title)
  assert.deepEqual(titles, [`Requirements in force: version ${published}`])
})

test('one that can no longer be used is announced before, refused on its day, and permits are added all the same', async () => {
  const { deps } = office.portal
  await runScheduledRequirements(deps)
  const told = (await office.alerts()).length
  const agency = await office.addAgency('GONE')
  const [rule] = seedRequirements.rules
  assert.ok(rule)
  const rules = [...seedRequirements.rules, { ...rule, authority: 'GONE', permitType: 'SIGN' }]
  const version = await office.draft({ ...marked('Unusable'), rules })
  const body = { version, from: later(2) }
  await office.ask(office.people.admin, 'POST', 'requirements/publish', body)
  await office.publish('Usable', later(3))
  assert.equal((await runScheduledRequirements(deps)).warned, 0)
  // An agency is removed for good thirty days after its deletion.
  await sql`delete from authorities where pid = ${agency}`.execute(kysely())
  assert.equal((await runScheduledRequirements(deps)).warned, 1)
  assert.equal((await runScheduledRequirements(deps)).warned, 0)
  const reason = 'There is no agency with the short code GONE.'
  const unusable = async () =>
    ((await office.settings()).scheduled ?? []).find(
      ({ requirements }) => markOf(requirements) === 'Unusable',
    )
  assert.deepEqual([(await unusable())?.problems, (await unusable())?.isRefused], [[reason], false])
  const before = await office.permit()
  await passTo(2)
  assert.equal(await office.permit(), before)
  assert.deepEqual([(await unusable())?.problems, (await unusable())?.isRefused], [[reason], true])
  assert.equal((await office.events()).at(-1), 'requirements-refused')
  assert.equal((await runScheduledRequirements(deps)).refused, 1)
  const alerts = (await office.alerts()).slice(told)
  assert.match(alerts[0]?.title ?? '', /^Requirements scheduled for .* can no longer be used$/)
  assert.match(alerts[1]?.title ?? '', /^Requirements for .* did not come into force$/)
  assert.ok(alerts.length === 2 && alerts.every(({ message }) => message.startsWith(reason)))
  await passTo(1)
  assert.equal(await office.permit(), 'Usable')
  // It is corrected as a draft and published.
  await office.withdraw((await unusable())?.id ?? 0)
  await office.addAgency('GONE')
  const { version: now } = await office.settings()
  await office.ask(office.people.admin, 'POST', 'requirements/publish', { version: now })
  assert.equal(await office.permit(), 'Unusable')
})
