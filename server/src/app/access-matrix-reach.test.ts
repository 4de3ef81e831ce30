import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Presence, collectionNames, collections, mentionText } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { MadeCalendarFeed } from '@portal/contract/calendar'
import { sql } from 'kysely'
import { z } from 'zod'
import { sendDigests } from '#domain/notifications/delivery/digests.ts'
import type { Person } from '#test-support/given.ts'
import { startDelivering } from '#domain/notifications/delivery/test-support/delivering.ts'
import type { Delivering } from '#domain/notifications/delivery/test-support/delivering.ts'
import {
  createCast,
  hasCalendar,
  movingCollections,
  secrets,
  viewers,
} from '#test-support/access-matrix/cast.ts'
import type { Cast, Place, Viewer } from '#test-support/access-matrix/cast.ts'
import {
  calendarVerdict,
  isClient,
  isInScope,
  noteVerdict,
  readVerdict,
} from '#test-support/access-matrix/verdicts.ts'
import type { AccessQuestion } from '#test-support/access-matrix/verdicts.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'

/**
 * What reaches people outside the calls of the access matrix: mail, digests, calendar feeds, mentions and
 * presence, for each role and position, each collection, and own, foreign and moved records, by the same
 * tables.
 */

let mail: Delivering
let cast: Cast
let cases = 0
before(async () => {
  mail = await startDelivering({ rateLimitPerMinute: 0 })
  cast = await createCast(mail.portal)
  const preferences = JSON.stringify({ kinds: { FILE_SHARED: 'mail', NOTE_MENTION: 'digest' } })
  await sql`update users set notification_prefs = ${preferences}::jsonb`.execute(kysely())
})
after(() => mail.close())

const kysely = () => mail.portal.deps.database.kysely
const known = viewers.filter((viewer): viewer is Exclude<Viewer, 'stranger'> => viewer !== 'stranger')
const signedIn = known.filter((viewer) => viewer !== 'waiting')

interface Target {
  collection: CollectionName
  place: Place
  pid: string
}
/** Own and foreign records of every collection, and moved ones where records move. */
const targets = (): Target[] =>
  collectionNames.flatMap((collection) =>
    (['own', 'foreign', 'moved away', 'moved here'] as const)
      .filter((place) => place === 'own' || place === 'foreign' || movingCollections.includes(collection))
      .map((place) => ({ collection, place, pid: cast.places[place].pids[collection] })),
  )
const mayRead = (asked: AccessQuestion) => readVerdict(asked) === 'open'

/** A word that stands in the alert about a record alone. */
const markOf = ({ collection, place }: Target, kind: string) =>
  `mark-${kind}-${collection}-${place.replace(' ', '')}-end`

/**
 * Alerts to everybody about every record, as if all could have read it when it was written, each with a mail
 * to be sent.
 */
async function alertEverybody(kind: 'FILE_SHARED' | 'NOTE_MENTION', way: 'mail' | 'digest'): Promise<void> {
  const { ids, clock } = mail.portal.deps
  const rows = known.flatMap((viewer) =>
    targets().map((target) => ({
      pid: ids.pid(),
      id: ids.pid(),
      user: cast.people[viewer].pid,
      title: markOf(target, way),
      collection: target.collection,
      record: target.pid,
    })),
  )
  await sql`with r as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pid text, id text, "user" text, title text, collection text, record text)),
      made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", related_type, related_pid, is_read, source, rule)
        select r.pid, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz, r.title, '', 'INFO', ${kind}, r."user", r.collection, r.record, false, 'RULE', 'matrix' from r)
    insert into notification_deliveries (id, source, source_pid, "user", kind, way, state, due_at, created_at)
      select r.id, 'alert', r.pid, r."user", ${kind}, ${way}, 'waiting', ${clock.now()}::timestamptz, ${clock.now()}::timestamptz from r`.execute(
    kysely(),
  )
}

/** The texts of what arrived for a person: outside for clients, in the portal's own mailbox for staff. */
async function mailOf(viewer: Exclude<Viewer, 'stranger'>): Promise<string[]> {
  const inside = await kysely()
    .selectFrom('mail_messages')
    .select('text')
    .where('mailbox', '=', cast.people[viewer].pid)
    .execute()
  return [...mail.mailTo(cast.people[viewer]).map(({ plain }) => plain), ...inside.map(({ text }) => text)]
}

/**
 * What each person was mailed that they may not read, what they were not mailed, and secrets in their mail.
 */
async function wrongMail(way: 'mail' | 'digest'): Promise<string[]> {
  const wrong: string[] = []
  for (const viewer of known) {
    const texts = await mailOf(viewer)
    for (const target of targets()) {
      cases += 1
      const { collection, place } = target
      const got = texts.filter((text) => text.includes(markOf(target, way))).length
      const expected = mayRead({ viewer, collection, place }) ? 1 : 0
      if (got !== expected) wrong.push(`${viewer} got ${got} mails about ${place} ${collection}`)
    }
    if (isClient(viewer))
      for (const secret of Object.values(secrets))
        if (texts.some((text) => text.includes(secret))) wrong.push(`${viewer}: mail tells ${secret}`)
  }
  return wrong
}

test('a mail about a record leaves for those who may read the record, and for nobody else', async () => {
  await alertEverybody('FILE_SHARED', 'mail')
  await mail.round()
  // A round is bounded.
  await mail.round()
  assert.deepEqual(await wrongMail('mail'), [])
})

test('a digest has what its person may read at 7 AM, and nothing else', async () => {
  mail.sink.messages.splice(0)
  await kysely().deleteFrom('mail_messages').execute()
  await alertEverybody('NOTE_MENTION', 'digest')
  await mail.at(new Date(mail.portal.clock.now().getTime() + 86_400_000).toISOString())
  await sendDigests(mail.posting, new AbortController().signal)
  await mail.settled()
  for (const viewer of known)
    assert.equal((await mailOf(viewer)).length, viewer === 'waiting' ? 0 : 1, viewer)
  assert.deepEqual(await wrongMail('digest'), [])
})

async function alertsAbout({ pid: user }: Person, pid: string): Promise<number> {
  const rows = await kysely()
    .selectFrom('alerts')
    .select('pid')
    .where('user', '=', user)
    .where('related_pid', '=', pid)
    .execute()
  return rows.length
}

const notes = [
  ['superadmin', 'CLIENT'],
  ['superadmin', 'INTERNAL'],
  ['client', 'CLIENT'],
] as const
for (const [author, visibility] of notes)
  test(`a ${visibility} note of the ${author} mentions those who may read it, and offers nobody else`, async () => {
    const { portal } = mail
    const wrong: string[] = []
    for (const { collection, place, pid } of targets()) {
      if (noteVerdict({ viewer: author, collection, place }) !== 'open') continue
      for (const viewer of known.filter((each) => each !== author)) {
        const person = cast.people[viewer]
        const before = await alertsAbout(person, pid)
        const body = { content: `See ${mentionText({ pid: person.pid, title: person.name })}`, visibility }
        const written = await portal.crud(cast.people[author], {
          apiPath: `${collection}/${pid}/notes`,
          method: 'POST',
          body,
        })
        // A collection without notes, or a note that this author may not write.
        if (written.statusCode === 404 || written.statusCode === 403) continue
        cases += 1
        const reads = mayRead({ viewer, collection, place }) && (visibility === 'CLIENT' || !isClient(viewer))
        const where = `${viewer} in a note at ${place} ${collection}`
        if (![201, 400].includes(written.statusCode)) wrong.push(`${where}: ${written.statusCode}`)
        const isMentioned = written.statusCode === 201
        // The organization itself names no organization whose people could be addressed.
        const isAddressable = isClient(author)
          ? isClient(viewer)
          : !(isClient(viewer) && collection === 'orgs')
        if (!isMentioned && reads && isAddressable) wrong.push(`${where}: not mentioned`)
        if (isMentioned && !reads) wrong.push(`${where}: mentioned, and may not read it`)
        const { people = [] } = z.object({ people: z.array(z.object({ pid: z.string() })).optional() }).parse(
          (
            await portal.crud(cast.people[author], {
              apiPath: `${collection}/${pid}/mentionable`,
              method: 'GET',
              query: { searchToken: person.name, visibility },
            })
          ).json(),
        )
        if (people.some((each) => each.pid === person.pid) !== isMentioned)
          wrong.push(`${where}: ${isMentioned ? 'not offered' : 'offered'}`)
        const isAlerted = (await alertsAbout(person, pid)) > before
        if (isAlerted && !reads) wrong.push(`${where}: alerted`)
        if (!isAlerted && isMentioned) wrong.push(`${where}: not alerted`)
      }
    }
    assert.deepEqual(wrong, [])
  })

test('a page reports its presence at records that its person may read, and is told of nobody it may not see', async () => {
  const { portal } = mail
  const wrong: string[] = []
  const streams: { viewer: Viewer; stream: EventStream }[] = []
  for (const viewer of signedIn) {
    const stream = await openStream(portal.app, await portal.given.cookieOf(cast.people[viewer]))
    streams.push({ viewer, stream })
    await stream.beginning
  }
  const sees = (viewer: Viewer, other: Viewer, isEditing: boolean) =>
    isClient(viewer) ? isClient(other) : !isClient(other) || isEditing
  const viewerByPid = new Map<string, Viewer>(known.map((viewer) => [cast.people[viewer].pid, viewer]))
  /** Compares who is told with who may be seen among those who are at the record. */
  const judge = (viewer: Viewer, target: Target, told: unknown, editing: ReadonlySet<Viewer>) => {
    for (const { pid } of Presence.parse(told).people) {
      const other = viewerByPid.get(pid)
      if (other === undefined || (other !== viewer && !sees(viewer, other, editing.has(other))))
        wrong.push(`${viewer} is told of ${other ?? pid} at ${target.place} ${target.collection}`)
    }
  }
  try {
    for (const target of targets()) {
      const { collection, place, pid } = target
      const at = { collection, pid }
      const field = collections[collection].titleField
      const here: Viewer[] = []
      const editing = new Set<Viewer>()
      for (const edited of [null, field])
        for (const viewer of known) {
          cases += 1
          const payload = { tab: `tab-of-${viewer}`, at: { ...at, field: edited } }
          const response = await portal.send(
            { method: 'POST', url: '/api/presence', payload },
            cast.people[viewer],
          )
          const isOpen = response.statusCode === 200
          if (isOpen !== mayRead({ viewer, collection, place }))
            wrong.push(`${viewer} at ${place} ${collection}: ${response.statusCode}`)
          if (!isOpen) continue
          if (!here.includes(viewer)) here.push(viewer)
          if (edited !== null) editing.add(viewer)
          const told = response.json<{ presence: unknown }>().presence
          judge(viewer, target, told, editing)
          const names = Presence.parse(told).people.map((each) => viewerByPid.get(each.pid))
          const missing = here.filter(
            (other) =>
              (other === viewer || sees(viewer, other, editing.has(other))) && !names.includes(other),
          )
          if (missing.length > 0)
            wrong.push(`${viewer} at ${place} ${collection} misses ${missing.join(', ')}`)
        }
    }
    // Events of the last record may still be on their way; what is wrong in any of them was wrong before.
    const byPid = new Map(targets().map((target) => [target.pid, target]))
    for (const { viewer, stream } of streams)
      for (const { event, data } of stream.rest()) {
        if (event !== 'presence') continue
        const target = byPid.get(Presence.parse(data).pid)
        if (target === undefined || !mayRead({ viewer, ...target }))
          wrong.push(`${viewer} hears of presence at ${target?.place} ${target?.collection}`)
        else judge(viewer, target, data, new Set(known))
      }
    assert.deepEqual(wrong, [])
  } finally {
    for (const { stream } of streams) stream.close()
  }
})

test('a calendar feed has the dates of records that its owner may read, and no others', async () => {
  const { portal } = mail
  const feeds: [Viewer, string][] = []
  for (const viewer of viewers) {
    const person = viewer === 'stranger' ? undefined : cast.people[viewer]
    const made = await portal.send({ method: 'POST', url: '/api/calendar/feeds', payload: {} }, person)
    cases += 1
    const expected = viewer === 'stranger' ? 401 : viewer === 'waiting' ? 403 : 201
    assert.equal(made.statusCode, expected, viewer)
    if (made.statusCode === 201)
      feeds.push([viewer, new URL(MadeCalendarFeed.parse(made.json()).url).pathname])
  }
  // The dates of the cast are in June 2031.
  await mail.at('2031-06-05T12:00:00Z')
  const wrong: string[] = []
  for (const [viewer, url] of feeds) {
    const { statusCode, body } = await portal.send({ method: 'GET', url })
    assert.equal(statusCode, 200, viewer)
    const text = body.replaceAll('\r\n ', '')
    for (const { collection, place, pid } of targets()) {
      if (!hasCalendar(collections[collection])) continue
      cases += 1
      const asked = { viewer, collection, place }
      const expected = calendarVerdict(asked) === 'open' && isInScope(asked)
      if (text.includes(pid) !== expected)
        wrong.push(`the feed of ${viewer} ${expected ? 'lacks' : 'has'} ${place} ${collection}`)
    }
    if (isClient(viewer))
      for (const secret of Object.values(secrets))
        if (text.includes(secret)) wrong.push(`the feed of ${viewer} tells ${secret}`)
  }
  assert.deepEqual(wrong, [])
})

test('each way out was looked at for every role and record', (context) => {
  context.diagnostic(`${cases} cases`)
  assert.ok(cases >= 1_000, `${cases} cases`)
})
