import type { CollectionName, HandoverRule } from '@portal/contract'

/** A record with open work of a person, or of nobody. */
export interface WorkRecord {
  collection: CollectionName
  pid: string
  title: string
  /** The agency of the record or its permit. */
  agency: string | null
  /** The fields that name the person. */
  fields: readonly string[]
}

/** A person who may get work, with what they have now. */
export interface Candidate {
  pid: string
  /** Number of open records. */
  load: number
  /** Number of open permits by agency. */
  agencies: ReadonlyMap<string, number>
}

export type HandoverTarget = { to: string } | { rule: HandoverRule; candidates: readonly Candidate[] }

export interface PlannedRecord extends WorkRecord {
  to: string
}

/**
 * The new assignee of each record. Records are given in their order, and each one counts as work of who gets
 * it, so that many records spread. Where several people are equal, it is the first. Pure. Returns null when a
 * rule has nobody to choose from. Source: decision 0120.
 */
export function planHandover(records: readonly WorkRecord[], target: HandoverTarget): PlannedRecord[] | null {
  if ('to' in target) return records.map((record) => ({ ...record, to: target.to }))
  const { rule, candidates } = target
  if (candidates.length === 0) return null
  const loads = new Map(candidates.map(({ pid, load }) => [pid, load]))
  const loadOf = ({ pid }: Candidate) => loads.get(pid) ?? 0
  const permitsAt = (agency: string, { agencies }: Candidate) => agencies.get(agency) ?? 0
  const least = (people: readonly Candidate[]) =>
    people.reduce((best, person) => (loadOf(person) < loadOf(best) ? person : best))
  const choose = (agency: string | null): Candidate => {
    if (rule === 'LEAST_LOADED' || agency === null) return least(candidates)
    const most = Math.max(...candidates.map((person) => permitsAt(agency, person)))
    return least(candidates.filter((person) => permitsAt(agency, person) === most))
  }
  return records.map((record) => {
    const chosen = choose(record.agency)
    loads.set(chosen.pid, loadOf(chosen) + 1)
    return { ...record, to: chosen.pid }
  })
}
