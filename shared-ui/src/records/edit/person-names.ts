import { queryOptions, useQueries } from '@tanstack/react-query'
import { LookupOptions } from '@portal/contract'
import type { Reference } from '@portal/contract'
import { crud } from '../../api/api.ts'

/** The most pids one lookup takes (contract.md 2). */
const maxAtOnce = 200

interface Batch {
  pids: Set<string>
  names: Promise<ReadonlyMap<string, string>>
}
let waiting: Batch | null = null

async function readNames(pids: readonly string[]): Promise<[string, string][]> {
  const { options } = await crud(
    { apiPath: '/users/lookup', method: 'GET', query: { pids: [...pids] } },
    LookupOptions,
  )
  return options.map(({ pid, title }) => [pid, title])
}

/**
 * Reads the names of all people that are asked for while the page is being drawn in as few calls as there may
 * be.
 */
function loadName(pid: string): Promise<ReadonlyMap<string, string>> {
  if (waiting === null) {
    const pids = new Set<string>()
    const names = Promise.resolve().then(async () => {
      waiting = null
      const all = [...pids]
      const parts = Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, at) =>
        all.slice(at * maxAtOnce, (at + 1) * maxAtOnce),
      )
      return new Map((await Promise.all(parts.map(readNames))).flat())
    })
    waiting = { pids, names }
  }
  waiting.pids.add(pid)
  return waiting.names
}

const nameQuery = (pid: string) =>
  queryOptions({
    queryKey: ['records', 'users', 'name', pid],
    queryFn: async () => (await loadName(pid)).get(pid) ?? null,
    staleTime: 300_000,
  })

/**
 * People that a record names by their pids alone, with their names: those who left among them. The title is
 * null while it is read, or where it cannot be, and `isGone` tells that there is no such person.
 */
export function usePersonNames(
  pids: readonly string[],
): { pid: string; title: string | null; isGone: boolean }[] {
  const results = useQueries({ queries: [...new Set(pids)].map(nameQuery) })
  return [...new Set(pids)].map((pid, at) => ({
    pid,
    title: results[at]?.data ?? null,
    isGone: results[at]?.data === null,
  }))
}

/** The pid of each person, whichever way they are named. */
export const personPids = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((each: string | Reference) => (typeof each === 'string' ? each : each.pid))
    : []
