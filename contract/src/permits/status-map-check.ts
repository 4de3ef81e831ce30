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
      `${label} is a system status: its permits stay among those ${fixed.bucket === 'processed' ? 'processed' : 'processing'}.`,
    )
  if (key === 'ON_HOLD') {
    if (stage !== null)
      say('stage', 'fixed', `${label} keeps the stage a permit had: it has none of its own.`)
    if (next.length > 0)
      say('next', 'fixed', `${label} leads back to the status before it, and nowhere else.`)
  } else if (stage === null) say('stage', 'missing', `${label} has no stage.`)
  else if ((stage === 'POST_DECISION') !== (bucket === 'processed'))
    say(
      'stage',
      'wrong-stage',
      `${label}: processed permits, and those alone, stand in the stage post decision.`,
    )
  if ((court === 'NONE') !== (bucket === 'processed'))
    say(
      'court',
      'wrong-court',
      bucket === 'processed'
        ? `${label}: of a processed permit it is nobody’s turn.`
        : `${label}: it must be somebody’s turn.`,
    )
  if (fixed !== undefined && courtsByRule.includes(key) && court !== fixed.court)
    say('court', 'fixed', `${label}: whose turn it is follows from the hold or from open client tasks.`)
  for (const guard of fixed?.requires ?? [])
    if (!requires.includes(guard)) say('requires', 'needed', `${label} cannot do without the guard ${guard}.`)
  if (bucket === 'processing' && key !== 'ON_HOLD' && next.length === 0)
    say('next', 'no-way-out', `Nothing leads out of ${label}, which is no end.`)
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
      `${from.label} leads to ${step.to}, which is no status of the map.`,
    )
  if (to.key === from.key) say(`${at}.to`, 'to-itself', `${from.label} leads to itself.`)
  if (from.next.findIndex((other) => other.to === step.to) !== place)
    say(`${at}.to`, 'repeated', `${from.label} leads to ${to.label} twice.`)
  if (to.key === 'DRAFT')
    say(`${at}.to`, 'closed', `${to.label} is where a client begins: nothing leads back to it.`)
  if (from.key === 'DRAFT' && to.key !== 'NEW')
    say(`${at}.to`, 'closed', `${from.label} leads to the status NEW alone, where clocks begin.`)
  if (to.key === 'ON_HOLD' && from.bucket === 'processed')
    say(`${at}.to`, 'closed', `${from.label} is processed: there is nothing to put on hold.`)
  const isOffice = to.key === 'VOIDED' || to.key === 'REVOKED'
  if (isOffice && step.roles.some((role) => role !== 'admin' && role !== 'superadmin'))
    say(
      `${at}.roles`,
      'administrators-only',
      `Only administrators may make a permit ${to.label.toLowerCase()}.`,
    )
  if (to.system && !['NEW', 'WITHDRAWN'].includes(to.key) && step.roles.includes('client'))
    say(
      `${at}.roles`,
      'office-only',
      `Clients cannot make a permit ${to.label.toLowerCase()}: the office does.`,
    )
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
        detail: `${key} stands in the map twice.`,
      })
    const other = labels.get(foldText(label))
    if (other !== undefined && other !== key)
      problems.push({
        path: `${at}.${place}.label`,
        code: 'repeated',
        detail: `${other} and ${key} are both called ${label}.`,
      })
    labels.set(foldText(label), key)
  }
  for (const key of systemKeys.filter((each) => !known.has(each)))
    problems.push({ path: at, code: 'system-status', detail: `${key} is a system status and cannot go.` })
  const reached = reachable(statuses)
  for (const status of statuses) {
    const say: Say = (place, code, detail) =>
      problems.push({ path: `${at}.${placeOf(status.key)}.${place}`, code, detail })
    checkStatus(status, say)
    for (const place of status.next.keys()) checkStep(status, place, known, say)
    if (!reached.has(status.key)) say('key', 'unreachable', `No way leads to ${status.label}.`)
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
      return isUsed ? say('needed', `Permits stand in ${status.label}: say which status they go to.`) : []
    const to = statuses.find(({ key }) => key === target)
    if (to === undefined)
      return say(
        'unknown-status',
        `Permits of ${status.label} are to go to ${target}, which is no status of the map.`,
      )
    if (to.bucket !== status.bucket)
      return say(
        'other-bucket',
        `${status.label} and ${to.label} are not of the same kind: one is processed, the other is not.`,
      )
    if (to.key === 'DRAFT' || courtsByRule.includes(to.key))
      return say('closed', `Permits cannot be moved to ${to.label}.`)
    return []
  })
}
