import {
  availableTransitions,
  emptyGuardContext,
  findStatus,
  issuanceProblem,
  permitMachineOf,
  phrase,
  verbatim,
} from '@portal/contract'
import { foldNumber } from '@portal/contract/authority-feeds'
import type {
  Actor,
  GuardContext,
  LocalDate,
  RecordValues,
  Sayable,
  StatusMap,
  TransitionBody,
} from '@portal/contract'
import { isExpiry, pathTo } from '@portal/contract/authority-path'
import type { ProposalBlocker } from '@portal/contract/authority-proposals'
import { localize } from '#platform/language/localize.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

/** What the authority said, as far as the steps of a proposal need it. */
export interface ProposedStatus {
  authority: string
  rawStatus: string
  statusDate: LocalDate | null
  issuedDate: LocalDate | null
  expiryDate: LocalDate | null
}

/** The reason that each step leaves in the history of the permit. */
function reasonOf({ authority, rawStatus, statusDate }: ProposedStatus): Sayable {
  const values = { authority: verbatim(authority), status: verbatim(rawStatus) }
  return statusDate === null
    ? phrase('{{authority}} says “{{status}}”.', values)
    : phrase('{{authority}} says “{{status}}” since {{day}}.', { ...values, day: verbatim(statusDate) })
}

/** The dates of the authority that the step takes, where they do not contradict each other. */
function datesFor(
  map: StatusMap,
  permit: RecordValues,
  to: string,
  told: ProposedStatus,
  today: LocalDate,
): Pick<TransitionBody, 'issuedDate' | 'expiryDate'> {
  const inputs = (permitMachineOf(map).inputs?.(to, permit, today, emptyGuardContext) ?? []).map(
    ({ name }) => name,
  )
  const issuedDate = inputs.includes('issuedDate') ? told.issuedDate : null
  const expiryDate = inputs.includes('expiryDate') ? told.expiryDate : null
  const issued = issuedDate !== null && issuedDate <= today ? issuedDate : null
  const since = issued ?? today
  const fits = expiryDate !== null && issuanceProblem({ issuedDate: since, expiryDate }, today) === null
  return { ...(issued !== null && { issuedDate: issued }), ...(fits && { expiryDate }) }
}

/** The body of one step of a proposal. */
export function stepBody(
  map: StatusMap,
  actor: Pick<Actor, 'language'>,
  permit: RecordValues,
  to: string,
  told: ProposedStatus,
  today: LocalDate,
): TransitionBody {
  return { to, reason: localize(actor.language)(reasonOf(told)), ...datesFor(map, permit, to, told, today) }
}

/** A proposal beside the number and the agency that its permit has now. */
export interface ProposedPermit {
  /** The number in the feed, and that of the permit. */
  number: string
  permitNumber: string | null
  isSameAgency: boolean
}

/** What stands against a proposal that no longer is about its permit; null where it is. */
export function otherPermitBlocker(
  { number, permitNumber, isSameAgency }: ProposedPermit,
  to: string,
  { language }: Pick<Actor, 'language'>,
): ProposalBlocker | null {
  const say = localize(language)
  const blocker = { step: to, params: {}, tab: 'Details' } as const
  if (!isSameAgency)
    return { ...blocker, code: 'other-agency', detail: say('The permit is with another agency now.') }
  if (foldNumber(permitNumber ?? '') === number) return null
  const sentence = phrase('This is about the number {{number}}. The number of the permit is {{now}} now.', {
    number: verbatim(number),
    now: verbatim(permitNumber?.trim() || '–'),
  })
  return { ...blocker, code: 'other-number', detail: say(sentence) }
}

interface Judged {
  map: StatusMap
  actor: Actor
  permit: LockedRecord<'permits'>['before']
  facts: GuardContext
  today: LocalDate
}

/** The way from the present status, and what stands against each of its steps for the actor. */
export function judgePath(
  { map, actor, permit, facts, today }: Judged,
  to: string,
): { path: string[]; blockers: ProposalBlocker[] } {
  const say = localize(actor.language)
  const from = permit.status ?? ''
  const path = pathTo(map, from, to, facts)
  if (path === null) {
    const name = (status: string) => findStatus(map, status)?.label ?? status
    const sentence = phrase('The permit status map has no way from {{from}} to {{to}}.', {
      from: name(from),
      to: name(to),
    })
    return {
      path: [],
      blockers: [{ step: to, code: 'no-such-step', params: { from, to }, tab: null, detail: say(sentence) }],
    }
  }
  const machine = permitMachineOf(map)
  const blockers = path.flatMap((step, at): ProposalBlocker[] => {
    const before = at === 0 ? from : (path[at - 1] ?? from)
    if (isExpiry(before, step)) return []
    const record = { ...permit, status: before }
    const offered = availableTransitions(machine, actor, record, facts, today, say).find(
      (each) => each.to === step,
    )
    return (offered?.blockers ?? []).map((blocker, place) => ({
      ...blocker,
      step,
      detail: offered?.whyNot[place] ?? blocker.code,
    }))
  })
  return { path: [...path], blockers }
}
