import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Small letters that fold to another one, after the normal form NFD, and what they fold to. */
const foldingSmall = ['ςſµϐϑϕϖϰϱϵ\u0345ᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'σsμβθφπκρει\u0432\u0434\u043E\u0441\u0442\u0442\u044A\u0463\uA64B'] as const
/** Those that fold to several. */
const foldingToSeveral: Readonly<Record<string, string>> = {
  ß: 'ss',
  ŉ: '\u02BCn',
  և: '\u0565\u0582',
  ẚ: 'a\u02BE',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
  ﬓ: '\u0574\u0576',
  ﬔ: '\u0574\u0565',
  ﬕ: '\u0574\u056B',
  ﬖ: '\u057E\u0576',
  ﬗ: '\u0574\u056D',
}
const lettersFrom = (first: number, count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, place) => first + place))
/** The only letters that fold to their capitals. */
const cherokee = [lettersFrom(0xab70, 80) + lettersFrom(0x13f8, 6), lettersFrom(0x13a0, 86)] as const

/** `casefold` of PostgreSQL 18 by what older versions have: small letters by ICU, and those that fold to others by name. */
const casefoldByIcu = (text: string) =>
  Object.entries(foldingToSeveral).reduce(
    (folded, [letter, letters]) => `replace(${folded}, '${letter}', '${letters}')`,
    `translate(lower(${text} collate "und-x-icu"), '${foldingSmall[0]}', '${foldingSmall[1]}')`,
  )

/**
 * `foldText` of the contract as a function of this name: full case folding in the normal form NFC. What is plain ASCII, as most texts are, needs
 * no normal form. Without `strict`, so that the planner can put the expression in the place of the call.
 */
export function foldTextFunction(name: string, hasCasefold: boolean): string {
  const decomposed = 'normalize(value, nfd)'
  const byIcu = casefoldByIcu(decomposed)
  const ways = hasCasefold
    ? `else normalize(casefold(${decomposed} collate pg_unicode_fast), nfc) collate "default"`
    : `when value ~ '[\uAB70-\uABBF\u13A0-\u13FD]' then normalize(translate(${byIcu}, '${cherokee[0]}', '${cherokee[1]}'), nfc) collate "default"
      else normalize(${byIcu}, nfc) collate "default"`
  return `create function ${name}(value text) returns text language sql immutable parallel safe
    return case when octet_length(value) = length(value) then lower(value collate "C") collate "default" ${ways} end`
}

const client = '(select r.legal_name from orgs r where r.pid = t.org)'
const permit =
  "(select concat_ws(' ', r.ref_no, r.title, r.authority_number) from permits r where r.pid = t.permit and r.org is not distinct from t.org)"
const permitOfTask = `(select concat_ws(' ', r.ref_no, r.title, r.authority_number) from permits r
  where r.pid = t.permit and (t.audience = 'INTERNAL' or r.org is not distinct from t.org))`
const clientOfMessage = "(select r.legal_name from orgs r where r.pid = t.org and t.audience = 'ORG')"

/** What each record is found by. */
const texts: Readonly<Record<string, string>> = {
  alerts: `t.title, t.message, ${client}`,
  users: `t.name, t.email, ${client}`,
  tasks: `t.ref_no, t.title, ${permitOfTask}, t.description, ${client}`,
  permits: `t.ref_no, t.title, ${client}, t.authority_number, t.site_address, t.parcel_no, t.description`,
  payments: `t.ref_no, ${client}, ${permit}, t.description, t.payer_name`,
  notifications: `t.ref_no, t.subject, t.body, ${clientOfMessage}`,
  orgs: 't.legal_name, t.alternate_name, t.org_no, t.primary_contact, t.licence_no',
  rts: `t.ref_no, ${permit}, ${client}, t.confirmation_no`,
}

/** One case folding for the database and the server. Search texts are written anew where they change: those with letters beyond ASCII. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db)
  await sql.raw(foldTextFunction('fold_text', (rows[0]?.version ?? 0) >= 180_000)).execute(db)
  for (const [table, parts] of Object.entries(texts)) {
    const folded = `select t.seq, ' ' || replace(fold_text(concat_ws(' ', ${parts})), '-', '') as t from ${table} t`
    await sql.raw(`update ${table}_text x set t = n.t from (${folded}) n where n.seq = x.seq and n.t <> x.t`).execute(db)
  }
}
