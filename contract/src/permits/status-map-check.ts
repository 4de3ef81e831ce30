import { foldText } from '../fold-text.ts'
import { automaticTargets } from '../machines/automatic.ts'
import { phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'
import { seedStatusMap, systemStatus } from './seed-status-map.ts'
import type { PermitStatus, StatusRow } from './status-map.ts'

/** A problem of a map: its place in the body, a code and a sentence. */
export interface MapProblem {
  path: string
  code: string
  detail: Sayable
}

const systemKeys = seedStatusMap.filter(({ system }) => system).map(({ key }) => key)
const initial = ['DRAFT', 'NEW'] as const
/**
 * Statuses whose court follows from rules instead of the map: from the hold reason and from open client
 * tasks.
 */
export const courtsByRule: readonly string[] = ['ON_HOLD', 'CORRECTIONS_REQUIRED']

/** Sorts the rows and adds their derived properties. Rows without an order keep their place in the list. */
export function toStatuses(rows: readonly StatusRow[]): PermitStatus[] {
  return rows
    .map((row, index) => ({ row, order: row.order ?? index }))
    .toSorted((a, other) => a.order - other.order)
    .map(({ row }, order) => ({
      ...row,
      order,
      system: systemStatus(row.key) !== undefined,
      terminal: row.next.length === 0 && row.key !== 'ON_HOLD',
      locksFields: row.bucket === 'processed',
    }))
}

/** Statuses reachable from the initial statuses by transitions, holds and automatic transitions. */
function reachable(statuses: readonly PermitStatus[]): ReadonlySet<string> {
  const next = new Map(
    statuses.map(({ key, next: steps }) => [
      key,
      [...steps.map(({ to }) => to), ...automaticTargets('permits', key)],
    ]),
  )
  const found = new Set<string>()
  const waiting: string[] = [...initial]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(next.get(key) ?? []))
  }
  return found
}

type Say = (place: string, code: string, detail: Sayable) => void

/** The label of a status, with the Spanish an administrator wrote for it, where they did. */
const called = ({ label, labelEs = '' }: Pick<StatusRow, 'label' | 'labelEs'>): Sayable =>
  labelEs === '' ? label : { en: label, es: labelEs }

/**
 * Checks one status: stage, court and bucket must match, and properties that rules depend on must not change.
 */
function checkStatus(status: PermitStatus, say: Say): void {
  const { key, bucket, court, stage, next, requires } = status
  const label = called(status)
  const fixed = systemStatus(key)
  if (fixed !== undefined && bucket !== fixed.bucket)
    say(
      'bucket',
      'fixed',
      phrase('{{label}} is a system status. Its list can’t be changed from {{list}}.', {
        label,
        list: fixed.bucket === 'processed' ? 'Processed' : 'Processing',
      }),
    )
  if (key === 'ON_HOLD') {
    if (stage !== null)
      say(
        'stage',
        'fixed',
        phrase('{{label}} keeps the permit’s previous stage and can’t have its own.', { label }),
      )
    if (next.length > 0)
      say('next', 'fixed', phrase('{{label}} can only return to the previous status.', { label }))
  } else if (stage === null) say('stage', 'missing', phrase('{{label}}: choose a stage.', { label }))
  else if ((stage === 'POST_DECISION') !== (bucket === 'processed'))
    say(
      'stage',
      'wrong-stage',
      phrase('{{label}}: the stage Closed out is for processed permits only, and required for them.', {
        label,
      }),
    )
  if ((court === 'NONE') !== (bucket === 'processed'))
    say(
      'court',
      'wrong-court',
      bucket === 'processed'
        ? phrase('{{label}}: a processed permit waits on no one.', { label })
        : phrase('{{label}}: choose who the permit waits on.', { label }),
    )
  if (fixed !== undefined && courtsByRule.includes(key) && court !== fixed.court)
    say(
      'court',
      'fixed',
      phrase('{{label}}: who it waits on depends on the hold reason or open client tasks.', { label }),
    )
  for (const guard of fixed?.requires ?? [])
    if (!requires.includes(guard))
      say('requires', 'needed', phrase('{{label}} requires the condition {{guard}}.', { label, guard }))
  if (bucket === 'processing' && key !== 'ON_HOLD' && next.length === 0)
    say('next', 'no-way-out', phrase('{{label}} has no transitions and is not a final status.', { label }))
}

function checkStep(
  from: PermitStatus,
  place: number,
  known: ReadonlyMap<string, PermitStatus>,
  say: Say,
): void {
  const step = from.next[place]
  if (step === undefined) return
  const at = `next.${place}`
  const to = known.get(step.to)
  if (to === undefined)
    return say(
      `${at}.to`,
      'unknown-status',
      phrase('{{from}} leads to {{to}}, which is not in the map.', { from: called(from), to: step.to }),
    )
  if (to.key === from.key)
    say(`${at}.to`, 'to-itself', phrase('{{from}} leads to itself.', { from: called(from) }))
  if (from.next.findIndex((other) => other.to === step.to) !== place)
    say(
      `${at}.to`,
      'repeated',
      phrase('{{from}} leads to {{to}} twice.', { from: called(from), to: called(to) }),
    )
  if (to.key === 'DRAFT')
    say(
      `${at}.to`,
      'closed',
      phrase('{{to}} is the first status. No status can lead to it.', { to: called(to) }),
    )
  if (from.key === 'DRAFT' && to.key !== 'NEW')
    say(`${at}.to`, 'closed', phrase('{{from}} can only lead to the status NEW.', { from: called(from) }))
  if (to.key === 'ON_HOLD' && from.bucket === 'processed')
    say(
      `${at}.to`,
      'closed',
      phrase('{{from}} is processed and can’t be put on hold.', { from: called(from) }),
    )
  const isOffice = to.key === 'VOIDED' || to.key === 'REVOKED'
  if (isOffice && step.roles.some((role) => role !== 'admin' && role !== 'superadmin'))
    say(
      `${at}.roles`,
      'administrators-only',
      phrase('Only administrators can change a permit to {{to}}.', { to: called(to) }),
    )
  if (to.system && !['NEW', 'WITHDRAWN'].includes(to.key) && step.roles.includes('client'))
    say(`${at}.roles`, 'office-only', phrase('Clients can’t change a permit to {{to}}.', { to: called(to) }))
}

/** All problems of a map; empty when it can be published. `at` is the path of the list in the body. */
export function checkStatusMap(rows: readonly StatusRow[], at = 'body.statuses'): MapProblem[] {
  const statuses = toStatuses(rows)
  const problems: MapProblem[] = []
  const placeOf = (key: string) => rows.findIndex((row) => row.key === key)
  const known = new Map(statuses.map((status) => [status.key, status]))
  const labels = new Map<string, string>()
  for (const [place, { key, label }] of rows.entries()) {
    if (placeOf(key) !== place)
      problems.push({
        path: `${at}.${place}.key`,
        code: 'repeated',
        detail: phrase('{{key}} is in the map twice.', { key }),
      })
    const other = labels.get(foldText(label))
    if (other !== undefined && other !== key)
      problems.push({
        path: `${at}.${place}.label`,
        code: 'repeated',
        detail: phrase('{{other}} and {{key}} have the same label: {{label}}.', { other, key, label }),
      })
    labels.set(foldText(label), key)
  }
  for (const key of systemKeys.filter((systemKey) => !known.has(systemKey)))
    problems.push({
      path: at,
      code: 'system-status',
      detail: phrase('{{key}} is a system status and can’t be removed.', { key }),
    })
  const reached = reachable(statuses)
  for (const status of statuses) {
    const say: Say = (place, code, detail) =>
      problems.push({ path: `${at}.${placeOf(status.key)}.${place}`, code, detail })
    checkStatus(status, say)
    for (const place of status.next.keys()) checkStep(status, place, known, say)
    if (!reached.has(status.key))
      say('key', 'unreachable', phrase('No transition leads to {{status}}.', { status: called(status) }))
  }
  return problems
}

/**
 * Checks the remapping of removed statuses. Every removed status that permits are in needs a target status.
 */
export function checkRemap(
  gone: readonly { status: PermitStatus; isUsed: boolean }[],
  remap: Readonly<Record<string, string>>,
  statuses: readonly PermitStatus[],
): MapProblem[] {
  return gone.flatMap(({ status, isUsed }): MapProblem[] => {
    const say = (code: string, detail: Sayable) => [{ path: `body.remap.${status.key}`, code, detail }]
    const target = remap[status.key]
    if (target === undefined)
      return isUsed
        ? say(
            'needed',
            phrase('Permits have the status {{status}}: choose the status they move to.', {
              status: called(status),
            }),
          )
        : []
    const to = statuses.find(({ key }) => key === target)
    if (to === undefined)
      return say(
        'unknown-status',
        phrase('Permits in {{status}} would move to {{target}}, which is not in the map.', {
          status: called(status),
          target,
        }),
      )
    if (to.bucket !== status.bucket)
      return say(
        'other-bucket',
        phrase('Permits can’t move from {{status}} to {{to}}: one is processed, the other is not.', {
          status: called(status),
          to: called(to),
        }),
      )
    if (to.key === 'DRAFT' || courtsByRule.includes(to.key))
      return say('closed', phrase('Permits can’t be moved to {{to}}.', { to: called(to) }))
    return []
  })
}
