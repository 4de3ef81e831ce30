import { foldText } from '../fold-text.ts'
import { automaticTargets } from '../machines/automatic.ts'
import { seedStatusMap, systemStatus } from './seed-status-map.ts'
import type { PermitStatus, StatusRow } from './status-map.ts'

/** A problem of a map: its place in the body, a code and a sentence. */
export interface MapProblem {
  path: string
  code: string
  detail: string
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
    .map((row, place) => ({ row, order: row.order ?? place }))
    .toSorted((one, other) => one.order - other.order)
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

type Say = (place: string, code: string, detail: string) => void

/**
 * Checks one status: stage, court and bucket must match, and properties that rules depend on must not change.
 */
function checkStatus(status: PermitStatus, say: Say): void {
  const { key, label, bucket, court, stage, next, requires } = status
  const fixed = systemStatus(key)
  if (fixed !== undefined && bucket !== fixed.bucket)
    say(
      'bucket',
      'fixed',
      `${label} is a system status. Its list can’t be changed from ${fixed.bucket === 'processed' ? 'Processed' : 'Processing'}.`,
    )
  if (key === 'ON_HOLD') {
    if (stage !== null)
      say('stage', 'fixed', `${label} keeps the permit’s previous stage and can’t have its own.`)
    if (next.length > 0) say('next', 'fixed', `${label} can only return to the previous status.`)
  } else if (stage === null) say('stage', 'missing', `${label}: choose a stage.`)
  else if ((stage === 'POST_DECISION') !== (bucket === 'processed'))
    say(
      'stage',
      'wrong-stage',
      `${label}: the stage Closed out is for processed permits only, and required for them.`,
    )
  if ((court === 'NONE') !== (bucket === 'processed'))
    say(
      'court',
      'wrong-court',
      bucket === 'processed'
        ? `${label}: a processed permit waits on no one.`
        : `${label}: choose who the permit waits on.`,
    )
  if (fixed !== undefined && courtsByRule.includes(key) && court !== fixed.court)
    say('court', 'fixed', `${label}: who it waits on depends on the hold reason or open client tasks.`)
  for (const guard of fixed?.requires ?? [])
    if (!requires.includes(guard)) say('requires', 'needed', `${label} requires the condition ${guard}.`)
  if (bucket === 'processing' && key !== 'ON_HOLD' && next.length === 0)
    say('next', 'no-way-out', `${label} has no transitions and is not a final status.`)
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
    return say(`${at}.to`, 'unknown-status', `${from.label} leads to ${step.to}, which is not in the map.`)
  if (to.key === from.key) say(`${at}.to`, 'to-itself', `${from.label} leads to itself.`)
  if (from.next.findIndex((other) => other.to === step.to) !== place)
    say(`${at}.to`, 'repeated', `${from.label} leads to ${to.label} twice.`)
  if (to.key === 'DRAFT')
    say(`${at}.to`, 'closed', `${to.label} is the first status. No status can lead to it.`)
  if (from.key === 'DRAFT' && to.key !== 'NEW')
    say(`${at}.to`, 'closed', `${from.label} can only lead to the status NEW.`)
  if (to.key === 'ON_HOLD' && from.bucket === 'processed')
    say(`${at}.to`, 'closed', `${from.label} is processed and can’t be put on hold.`)
  const isOffice = to.key === 'VOIDED' || to.key === 'REVOKED'
  if (isOffice && step.roles.some((role) => role !== 'admin' && role !== 'superadmin'))
    say(`${at}.roles`, 'administrators-only', `Only administrators can change a permit to ${to.label}.`)
  if (to.system && !['NEW', 'WITHDRAWN'].includes(to.key) && step.roles.includes('client'))
    say(`${at}.roles`, 'office-only', `Clients can’t change a permit to ${to.label}.`)
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
        detail: `${key} is in the map twice.`,
      })
    const other = labels.get(foldText(label))
    if (other !== undefined && other !== key)
      problems.push({
        path: `${at}.${place}.label`,
        code: 'repeated',
        detail: `${other} and ${key} have the same label: ${label}.`,
      })
    labels.set(foldText(label), key)
  }
  for (const key of systemKeys.filter((each) => !known.has(each)))
    problems.push({
      path: at,
      code: 'system-status',
      detail: `${key} is a system status and can’t be removed.`,
    })
  const reached = reachable(statuses)
  for (const status of statuses) {
    const say: Say = (place, code, detail) =>
      problems.push({ path: `${at}.${placeOf(status.key)}.${place}`, code, detail })
    checkStatus(status, say)
    for (const place of status.next.keys()) checkStep(status, place, known, say)
    if (!reached.has(status.key)) say('key', 'unreachable', `No transition leads to ${status.label}.`)
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
    const say = (code: string, detail: string) => [{ path: `body.remap.${status.key}`, code, detail }]
    const target = remap[status.key]
    if (target === undefined)
      return isUsed
        ? say('needed', `Permits have the status ${status.label}: choose the status they move to.`)
        : []
    const to = statuses.find(({ key }) => key === target)
    if (to === undefined)
      return say(
        'unknown-status',
        `Permits in ${status.label} would move to ${target}, which is not in the map.`,
      )
    if (to.bucket !== status.bucket)
      return say(
        'other-bucket',
        `Permits can’t move from ${status.label} to ${to.label}: one is processed, the other is not.`,
      )
    if (to.key === 'DRAFT' || courtsByRule.includes(to.key))
      return say('closed', `Permits can’t be moved to ${to.label}.`)
    return []
  })
}
