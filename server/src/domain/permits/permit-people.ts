import {
  ContactCard,
  NewPermitPerson,
  PermitPersonPatch,
  Refusal,
  collections,
  invalid,
  canManagePeople,
  maxPeopleOfPermit,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, PermitPeople, PermitPerson } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { checkNew, createRecordIn } from '#engine/write/create-record.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { readableRows } from '#engine/query/visibility.ts'
import { historySql, run } from '#engine/write/writing.ts'

const Row = ContactCard.omit({ pid: true, role: true, org: true }).extend({
  pid: z.string(),
  role: z.string(),
  contact: z.string(),
  contactRole: z.string(),
  org: z.string().nullable(),
  orgName: z.string().nullable(),
})

/** The people of a permit the actor may see; for a client only contacts that they may open. */
async function peopleOf({ context, pid }: LockedRecord<'permits'>): Promise<PermitPerson[]> {
  const { deps, trx, actor, today } = context
  const visible = readableRows(collections.contacts, actor, today).from()
  const rows = await run(
    deps.database,
    trx,
    sql`select e.pid, e.role, c.pid as contact, c.version, c.name, c.role as "contactRole", c.company, c.phone, c.email, c.licence_no as "licenceNo",
        o.pid as org, o.legal_name as "orgName"
      from permit_people e join contacts c on c.pid = e.contact left join orgs o on o.pid = c.org
      where e.permit = ${pid} and c.pid in (select t.pid ${visible}) order by e.seq`,
    Row,
  )
  return rows.map(({ pid: entry, role, contact, contactRole, org, orgName, ...card }) => ({
    pid: entry,
    role,
    contact: {
      ...card,
      pid: contact,
      role: contactRole,
      org: org === null ? null : { pid: org, title: orgName ?? '' },
    },
  }))
}

/** `GET /permits/{pid}/people`. Throws 403, 404. */
export function listPermitPeople(deps: RecordDeps, actor: Actor, pid: string): Promise<PermitPeople> {
  return inTransition(deps, actor, collections.permits, async (context) => ({
    people: await peopleOf(await readVisible(context, pid)),
  }))
}

/** A change of a person on the permit, as text before and after. */
interface Written {
  contact: string
  from: string | null
  to: string | null
}

const inWords = (name: string, role: string) =>
  `${name} (${collections.contacts.fields.role.options?.find(({ code }) => code === role)?.label ?? role})`

/**
 * Writes the change to the history of the permit, which shows it to staff only, and to that of the contact.
 */
async function tell(
  { context, pid, version, before }: LockedRecord<'permits'>,
  { contact, from, to }: Written,
): Promise<void> {
  const { deps, trx, now, actor } = context
  const number = before.refNo ?? pid
  const about = [{ field: 'permit', from: from === null ? null : number, to: to === null ? null : number }]
  await run(deps.database, trx, historySql(context, pid, 'update', version, [{ field: 'people', from, to }]))
  await run(
    deps.database,
    trx,
    insertHistorySql({
      at: now,
      collection: 'contacts',
      pid: sql.raw('c.pid'),
      action: 'update',
      version: sql.raw('c.version'),
      actor: actor.pid,
      changes: about,
      from: sql`from contacts c where c.pid = ${contact}`,
    }),
  )
}

/**
 * Changes the people of a permit, for staff only, and returns all of them. Throws 403, 404 and what `write`
 * throws.
 */
async function changePeople(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  write: (locked: LockedRecord<'permits'>) => Promise<Written>,
): Promise<PermitPeople> {
  readableRows(collections.permits, actor, todayOf(deps, actor))
  if (!canManagePeople(actor))
    throw new Refusal('forbidden', 'Only the office can change the people of a permit.')
  const answered = await inTransition(deps, actor, collections.permits, async (context) => {
    const locked = await lockVisible(context, pid)
    await tell(locked, await write(locked))
    return { people: await peopleOf(locked) }
  })
  deps.writes.notify()
  return answered
}

/**
 * A contact that the permit accepts: one already on it, one of the permit's client, or one without a client.
 */
async function findContact(
  { context, before }: LockedRecord<'permits'>,
  contact: string,
): Promise<{ name: string }> {
  const { deps, trx } = context
  const [found] = await run(
    deps.database,
    trx,
    sql`select c.name, c.org from contacts c where c.pid = ${contact} and c.deleted_at is null for update`,
    z.object({ name: z.string(), org: z.string().nullable() }),
  )
  if (found === undefined) throw invalid('body.contact', 'unknown-reference', 'body.contact is not a contact')
  if (found.org !== null && found.org !== before.org)
    throw invalid(
      'body.contact',
      'out-of-scope',
      phrase(
        '{{name}} is a contact of another client. Choose a contact of this permit’s client, or one without a client.',
        { name: found.name },
      ),
    )
  return found
}

/**
 * `POST /permits/{pid}/people`: adds a contact, or creates one and adds it. Throws 403, 404, 400, and 409 if the contact already has that role on the permit.
 */
export function addPermitPerson(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<PermitPeople> {
  return changePeople(deps, actor, pid, async (locked) => {
    const { context } = locked
    const { trx, now } = context
    const parsed = NewPermitPerson.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { role } = parsed.data
    const contact =
      'contact' in parsed.data
        ? parsed.data.contact
        : (
            await createRecordIn(
              deps,
              trx,
              actor,
              collections.contacts,
              checkNew(actor, collections.contacts, { role, ...parsed.data.person }),
            )
          ).pid
    const { name } = await findContact(locked, contact)
    const [counted] = await run(
      deps.database,
      trx,
      sql`select count(*) as count from permit_people where permit = ${pid}`,
      z.object({ count: z.number() }),
    )
    if ((counted?.count ?? 0) >= maxPeopleOfPermit) {
      const sentence = phrase('A permit can have up to {{most}} people. Remove one first.', {
        most: maxPeopleOfPermit,
      })
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    const added = await run(
      deps.database,
      trx,
      sql`insert into permit_people (pid, permit, contact, role, created_at, created_by)
        values (${deps.ids.pid()}, ${pid}, ${contact}, ${role}, ${now}::timestamptz, ${actor.pid}) on conflict (permit, contact, role) do nothing returning pid`,
    )
    if (added.length === 0)
      throw new Refusal(
        'duplicate',
        phrase('{{name}} is already on this permit.', { name: inWords(name, role) }),
      )
    return { contact, from: null, to: inWords(name, role) }
  })
}

/** An entry of the permit. Throws 404 if there is none. */
async function findEntry(locked: LockedRecord<'permits'>, entry: string): Promise<PermitPerson> {
  const found = (await peopleOf(locked)).find(({ pid }) => pid === entry)
  if (found === undefined) throw new Refusal('not-found', 'This person is no longer on the permit.')
  return found
}

/**
 * `PATCH /permits/{pid}/people/{entry}`: changes the role of a person on the permit. Throws 403, 404, 400, 409.
 */
export function changePermitPerson(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  entry: string,
  body: unknown,
): Promise<PermitPeople> {
  return changePeople(deps, actor, pid, async (locked) => {
    const { contact, role: before } = await findEntry(locked, entry)
    const parsed = PermitPersonPatch.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { role } = parsed.data
    const { trx } = locked.context
    const others = sql`select 1 from permit_people e where e.permit = ${pid} and e.contact = ${contact.pid} and e.role = ${role} and e.pid <> ${entry}`
    if ((await run(deps.database, trx, others)).length > 0)
      throw new Refusal(
        'duplicate',
        phrase('{{name}} is already on this permit.', { name: inWords(contact.name, role) }),
      )
    await run(deps.database, trx, sql`update permit_people set role = ${role} where pid = ${entry}`)
    return { contact: contact.pid, from: inWords(contact.name, before), to: inWords(contact.name, role) }
  })
}

/**
 * `DELETE /permits/{pid}/people/{entry}`: removes the contact from the permit; the contact itself remains. Throws 403, 404.
 */
export function removePermitPerson(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  entry: string,
): Promise<PermitPeople> {
  return changePeople(deps, actor, pid, async (locked) => {
    const { contact, role } = await findEntry(locked, entry)
    await run(deps.database, locked.context.trx, sql`delete from permit_people where pid = ${entry}`)
    return { contact: contact.pid, from: inWords(contact.name, role), to: null }
  })
}
