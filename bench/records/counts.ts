import { durations, durationsBeside, durationsTogether, median, samples } from './load.ts'
import { within } from './measures.ts'
import type { Measure } from './measures.ts'
import type { Servers } from './servers.ts'

/** Declared enums and references, by which permits are grouped. */
export const codedFields = ['priority', 'permitType', 'city', 'authority', 'assignedTo']

const filters = ['LOW', 'NORMAL', 'HIGH', 'URGENT'].flatMap((priority) =>
  [['OURS'], ['OURS', 'AUTHORITY'], ['OURS', 'CLIENT'], ['CLIENT', 'AUTHORITY']].map((court) => ({
    priority,
    court,
  })),
)

const references = ['authority', '-authority', 'org', 'assignedTo']

/**
 * Groups and distinct values by fields other than the status, and lists in the order of a reference. The
 * slowest field stands for all of them.
 */
export async function groupMeasures(servers: Servers): Promise<Measure[]> {
  const slowest = async (callOf: (field: string) => ReturnType<Servers['crud']>, fields = codedFields) =>
    Math.max(
      ...(await durations(
        fields.map((field) => () => callOf(field)),
        41,
        10,
      )),
    )
  return [
    within(
      `group by ${codedFields.join(', ')}: the slowest`,
      await slowest((field) => servers.crud('permits/groups', 'GET', { groupBy: field })),
      2,
    ),
    within(
      `distinct values of ${codedFields.join(', ')}: the slowest`,
      await slowest((field) => servers.crud(`permits/fields/${field}`, 'GET')),
      2,
    ),
    within(
      'group by priority and permitType',
      await slowest(
        (field) => servers.crud('permits/groups', 'GET', { groupBy: field }),
        ['priority,permitType'],
      ),
      20,
    ),
    within(
      `page 1 of processed permits by ${references.join(', ')}: the slowest`,
      await slowest((sort) => servers.crud('processed', 'GET', { page: 1, pageSize: 50, sort }), references),
      20,
    ),
  ]
}

/**
 * Lists with their exact count by filters that no table of totals covers. `contains` is measured with `fresh`
 * words that were not asked for before, with the same again, and after a write.
 */
export async function countMeasures(
  servers: Servers,
  pids: readonly string[],
  fresh: readonly string[],
): Promise<Measure[]> {
  const list = (filter: object) => servers.crud('permits', 'GET', { filter, page: 1, pageSize: 50 })
  const patch = (turn: number) =>
    servers.crud(`permits/${pids[turn % pids.length]}`, 'PATCH', undefined, { region: `Counted ${turn}` })
  const containing = (word = 'street') => list({ siteAddress: { contains: word } })
  const [first = []] = await samples([(turn) => containing(fresh[turn])], fresh.length, 0)
  const [again = []] = await samples([(turn) => containing(fresh[turn % fresh.length])], 2 * fresh.length, 0)
  const [written = []] = await samples([(turn) => containing(fresh[turn % 10]), patch], 60)
  const filtered = { priority: 'NORMAL', court: ['OURS', 'AUTHORITY'] }
  const [alone = []] = await samples([() => list(filtered), patch], 60)
  const many = await durationsBeside(() => list(filtered), patch, { connections: 16, durationMs: 8_000 })
  // Equal lists at once are read once for all (decision 0184). These differ, so each is read by itself.
  const differing = (turn: number) => list(filters[turn % filters.length] ?? {})
  await durationsTogether(differing, { connections: 16, times: 2 * filters.length })
  const apart = await durationsBeside(differing, patch, { connections: 16, durationMs: 8_000 })
  return [
    within('contains with its count, 1 connection, a word never asked for', median(first), 20),
    within('contains with its count, 1 connection, a word asked for before', median(again), 20),
    within('contains with its count, 1 connection, each time after a write', median(written), 20),
    within('list by two coded fields with its count, each time after a write', median(alone), 30),
    within('the same, 16 connections, 20 % of the calls write', median(many), 40),
    within(`the same with ${filters.length} filters`, median(apart), 40),
  ]
}
