const instant = `to_char(m.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** A row of the message list in the format of the portal. */
const summary = `m.id, m.conversation_id as "conversationId", m.subject, json_build_object('name', m.from_name, 'address', m.from_address) as "from",
  m.people -> 'to' as "to", m.preview, ${instant} as "receivedAt", m.is_read as "isRead",
  exists (select 1 from mail_attachments a where a.message_seq = m.seq and a.content_id is null) as "hasAttachments", m.flag`
const newest = 'order by m.received_at desc, m.seq desc limit 50'
const page = (condition: string) => `select json_build_object(
    'messages', (select json_agg(x) from (select ${summary} from mail_messages m where ${condition} ${newest}) x),
    'count', (select count(*) from mail_messages m where ${condition}))::text as line`
const inInbox = `m.mailbox = $1 and m.folder = 'inbox'`

/** Hand-written SQL, by name. */
export const statements: Readonly<Record<string, string | undefined>> = {
  list: page(inInbox),
  deep: `select json_build_object('messages', (select json_agg(x) from (select ${summary} from mail_messages m where ${inInbox} ${newest} offset 25000) x),
    'count', (select count(*) from mail_messages m where ${inInbox}))::text as line`,
  folders: `select json_agg(x)::text as line from (select m.folder, count(*) filter (where not m.is_read) as unread, count(*) as total
    from mail_messages m where m.mailbox = $1 group by 1) x`,
  search: page(`${inInbox} and m.search_text like '%' || $2 || '%'`),
  searchSender: page(
    `${inInbox} and m.from_text like '%' || $2 || '%' and m.search_text like '%' || $2 || '%'`,
  ),
  open: `select row_to_json(x)::text as line from (select ${summary}, m.folder, m.people, m.headers, m.text, m.html,
    (select coalesce(json_agg(a order by a.seq), '[]') from mail_attachments a where a.message_seq = m.seq) as attachments
    from mail_messages m where m.mailbox = $1 and m.id = $2) x`,
}
