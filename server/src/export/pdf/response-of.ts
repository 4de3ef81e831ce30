import {
  Refusal,
  answeredOf,
  collections,
  dayIn,
  formatDay,
  disciplines,
  humanize,
  phrase,
} from '@portal/contract'
import type { Actor, Correction } from '@portal/contract'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { listCorrections } from '#domain/permits/corrections/corrections.ts'
import { getRecord } from '#engine/query/get-record.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { AnsweredComment, CommentGroup, ResponseLetter } from './draw-response.ts'
import { senderOf } from './sender.ts'

const Permit = z.object({
  refNo: z.string(),
  title: z.string(),
  org: z.object({ title: z.string() }).nullable(),
  authority: z.object({ title: z.string() }).nullable(),
  authorityNumber: z.string().nullable(),
  siteAddress: z.string().nullable(),
})

const labelIn = (options: readonly { code: string; label: string }[] | undefined, code: string): string =>
  options?.find((option) => option.code === code)?.label ?? humanize(code)

/** Comments by discipline in list order, those without one last. The numbering continues across groups. */
function groupsOf(corrections: readonly Correction[], dayOf: (at: string) => string): CommentGroup[] {
  const byDiscipline = Map.groupBy(corrections, ({ discipline }) => discipline)
  let number = 0
  const printed = ({
    item,
    text,
    response,
    file,
    answeredAt,
    answeredBy,
    status,
  }: Correction): AnsweredComment => {
    number += 1
    const isAnswered = status !== 'OPEN' && response !== null
    const answered =
      answeredAt === null
        ? null
        : `Answered on ${dayOf(answeredAt)}${answeredBy === null ? '' : ` by ${answeredBy.title}`}`
    return {
      title: [`${number}.`, item].filter(Boolean).join(' '),
      text,
      response: isAnswered ? response : null,
      facts: isAnswered
        ? [file === null ? null : `Enclosed: ${file.title}`, answered].filter((fact) => fact !== null)
        : [],
    }
  }
  const known = [...disciplines.map(({ code }): string | null => code), null].filter((discipline) =>
    byDiscipline.has(discipline),
  )
  return known.map((discipline) => ({
    discipline:
      discipline === null ? (known.length === 1 ? '' : 'Other comments') : labelIn(disciplines, discipline),
    comments: (byDiscipline.get(discipline) ?? []).map(printed),
  }))
}

/**
 * The response to the authority's comments of one submission cycle, as far as the actor may read them. Throws
 * 403, and 404 if the actor sees no such permit or no comment of the cycle.
 */
export async function responseOf(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  cycle: number,
): Promise<ResponseLetter & { refNo: string }> {
  const permit = Permit.parse(JSON.parse(await getRecord(deps, actor, collections.permits, pid)))
  const { corrections } = await listCorrections(deps, actor, pid)
  const own = corrections.filter(({ cycleNo }) => cycleNo === cycle)
  if (own.length === 0)
    throw new Refusal('not-found', phrase('There are no comments in submission cycle {{cycle}}.', { cycle }))
  const zone = await officeZone(deps)
  const at = deps.clock.now()
  const lines: (readonly [string, string | null | undefined])[] = [
    ['To', permit.authority?.title],
    ['Permit number', permit.authorityNumber],
    ['Our number', permit.refNo],
    ['Project', permit.title],
    ['Site', permit.siteAddress],
    ['Applicant', permit.org?.title],
    ['Submission cycle', `${cycle}`],
    ['Date', formatDay(dayIn(zone, at))],
  ]
  return {
    refNo: permit.refNo,
    sender: await senderOf(deps),
    heading: 'Response to comments',
    lines: lines.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    summary: `${answeredOf(own)} of ${own.length} comments answered`,
    groups: groupsOf(own, (moment) => formatDay(dayIn(zone, new Date(moment)))),
    at,
    // The authority reads English.
    language: 'en',
  }
}
