import { foldText, isAdministrator, phrase } from '@portal/contract'
import { parseMailSearch } from '@portal/contract/mail-search'
import type { Actor, MailAddress, MailRecipient } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import { sql } from 'kysely'
import { foldedSql, textOrderSql } from '#platform/database/fold-text.ts'
import { escapeLike } from '#engine/sql/filter-sql.ts'
import type { MailDeps } from '../deps.ts'
import { foldMailText, toPattern } from './search-text.ts'

const writtenBefore = phrase('Written to before', {})

/** Maximum number of messages searched for correspondents. */
const messagesRead = 50

interface Known {
  name: string
  address: string
  hint: string
}

/**
 * Users and organizations with an email address whose name, address or organization contains the token. Team
 * members find only the clients whose permits and tasks are assigned to them (decision 0039), but all
 * contacts, since they maintain them (decision 0070).
 */
async function findKnown(
  { database }: MailDeps,
  { role, pid }: Actor,
  token: string,
  limit: number,
): Promise<Known[]> {
  const [exact, plain] = [`%${escapeLike(foldText(token))}%`, toPattern(token)]
  // Matches with and without accents: the database removes them by its own rules.
  const holds = (texts: string) => {
    const text = foldedSql(`concat_ws(' ', ${texts})`)
    return sql`(${sql.raw(text)} like ${exact} or unaccent(${sql.raw(text)}) like ${plain})`
  }
  const all = sql`${isAdministrator(role)}::boolean`
  const workedFor = sql`(select p.org from permits p where p.assigned_to = ${pid} and p.deleted_at is null
    union select k.org from tasks k where k.assigned_to = ${pid} and k.deleted_at is null)`
  const { rows } = await sql<Known>`select name, address, hint from (
      select u.name as name, lower(u.email) as address, coalesce(o.legal_name, u.title, u.role, '') as hint, 0 as place
        from users u left join orgs o on o.pid = u.org
        where u.email is not null and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')
          and ${holds('u.name, u.email, o.legal_name')}
          and (${all} or lower(u.role) <> 'client' or u.org in ${workedFor})
      union all select legal_name, lower(email), 'Organization', 1 from orgs
        where email is not null and email <> '' and deleted_at is null and ${holds('legal_name, email')}
          and (${all} or pid in ${workedFor})
      union all select c.name, lower(c.email), coalesce(c.company, o.legal_name, 'Contact'), 1
        from contacts c left join orgs o on o.pid = c.org
        where c.email is not null and c.email <> '' and c.deleted_at is null and ${holds('c.name, c.email, c.company')}
    ) known order by place, ${sql.raw(textOrderSql('name'))} limit ${limit}::bigint`.execute(database.kysely)
  return rows
}

/** Correspondents on the newest messages of a mailbox that match the token. */
async function findCorrespondents(
  { mail }: MailDeps,
  mailbox: string,
  token: string,
): Promise<MailAddress[]> {
  const page = { folder: null, page: 1, pageSize: messagesRead }
  const everything = parseMailSearch('')
  const searches =
    token === ''
      ? [everything]
      : [
          { ...everything, from: [token] },
          { ...everything, to: [token] },
        ]
  const pages = await Promise.all(
    searches.map((search) => mail.listMessages(mailbox, { ...page, search, byConversation: false })),
  )
  return pages.flatMap(({ messages }) => messages.flatMap(({ from, to }) => [from, ...to]))
}

/**
 * `GET /api/mail/recipients`: people of the portal first, then organizations, then correspondents of this
 * mailbox. Each address once; matches at the start come first.
 */
export async function findRecipients(
  deps: MailDeps,
  actor: Actor,
  mailbox: string,
  searchToken: string,
  limit: number,
): Promise<MailRecipient[]> {
  const token = foldMailText(searchToken)
  const [known, correspondents] = await Promise.all([
    findKnown(deps, actor, token, limit),
    findCorrespondents(deps, mailbox, token),
  ])
  const written = correspondents
    .filter(({ address }) => address.includes('@'))
    .map(({ name, address }) => ({
      name,
      address: address.toLowerCase(),
      hint: localize(actor.language)(writtenBefore),
    }))
    .filter(({ name, address }) => foldMailText(`${name} ${address}`).includes(token))
  const each = new Map<string, MailRecipient>()
  for (const person of [...known, ...written]) if (!each.has(person.address)) each.set(person.address, person)
  const begins = ({ name, address }: MailRecipient) =>
    foldMailText(name)
      .split(' ')
      .some((word) => word.startsWith(token)) || address.startsWith(token)
  const [first, then] = [
    [...each.values()].filter(begins),
    [...each.values()].filter((person) => !begins(person)),
  ]
  return [...first, ...then].slice(0, limit)
}
