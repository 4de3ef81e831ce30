import { isStaff, standInOf } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { Absences } from '../users/absence/absences.ts'

export interface AbsentPerson {
  pid: string
  name: string
}

interface Notified<Person> {
  /** Who may read the record: people who are named, their delegates, and people of the client. */
  people: readonly Person[]
  /** The staff the notification is meant for. */
  named: readonly string[]
  absences: Absences
  /** Who caused it, and is not notified. */
  actor: string
}

/**
 * Those who are notified, with the person a delegate is notified for. A delegate who may not read the record
 * is not notified; then the person who is away is. A delegate who is meant as well is notified once, for
 * themselves. Pure. Source: decision 0119.
 */
export function inPlaceOfAbsent<Person extends Pick<Actor, 'pid' | 'role'>>({
  people,
  named,
  absences: { delegates, names },
  actor,
}: Notified<Person>): (Person & { onBehalfOf?: AbsentPerson })[] {
  const readers = new Set(people.map(({ pid }) => pid))
  const meantFor = new Map(
    named.map((person): [string, string] => {
      const standIn = standInOf(person, delegates)
      return [person, standIn === actor || readers.has(standIn) ? standIn : person]
    }),
  )
  return people.flatMap((person) => {
    const { pid, role } = person
    if (!isStaff(role) || meantFor.get(pid) === pid) return [person]
    const [absent] = [...meantFor].find(([, standIn]) => standIn === pid) ?? []
    return absent === undefined
      ? []
      : [{ ...person, onBehalfOf: { pid: absent, name: names.get(absent) ?? '' } }]
  })
}
