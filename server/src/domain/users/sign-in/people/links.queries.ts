import { z } from 'zod'
import { linkKinds } from '@portal/contract'
import type { LinkHolder } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'

const ListedHolder = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  kind: z.enum(linkKinds),
  created_at: z.date().nullable(),
  created_by: z.object({ pid: z.string(), title: z.string() }).nullable(),
  expires_at: z.date().nullable(),
})
type ListedHolder = z.infer<typeof ListedHolder>

/** People who were invited and have not accepted, and people who hold a valid link. */
const holdersText = `from users u
  left join lateral (select * from personal_links l where l.user_pid = u.pid and l.used_at is null order by l.created_at desc limit 1) l on true
  where u.deleted_at is null and (u.status = 'INVITED'
    or u.pid in (select p.user_pid from personal_links p where p.used_at is null and p.expires_at > $1))`

const listText = `select h.*, case when c.pid is null then null else json_build_object('pid', c.pid, 'title', c.name) end as created_by
  from (select u.pid, u.name, u.email, u.role, coalesce(l.kind, 'invitation') as kind, l.created_at, l.created_by as maker, l.expires_at,
      coalesce(l.created_at, u.invited_at, u.created_at) as since ${holdersText}
    order by since desc, u.pid desc limit $2::bigint offset $3::bigint) h
  left join users c on c.pid = h.maker
  order by h.since desc, h.pid desc`

const countText = `select count(*) as count ${holdersText}`

/** One page of the people who hold a link or wait for one, newest first, and the total. */
export async function listLinkHolders(
  database: Database,
  now: Date,
  page: number,
  pageSize: number,
): Promise<{ links: LinkHolder[]; count: number }> {
  const rows = await database.query(listText, [now, pageSize, (page - 1) * pageSize], ListedHolder)
  const [counted] = await database.query(countText, [now], z.object({ count: z.number() }))
  const links = rows.map(
    ({
      pid,
      name,
      email,
      role,
      kind,
      created_at: createdAt,
      created_by: createdBy,
      expires_at: expiresAt,
    }) => ({
      person: { pid, title: name },
      email,
      role,
      kind,
      link:
        createdAt === null || expiresAt === null
          ? null
          : { createdAt: createdAt.toISOString(), createdBy, expiresAt: expiresAt.toISOString() },
    }),
  )
  return { links, count: counted?.count ?? 0 }
}
