import type { GroupLine, GroupsQuery } from '@portal/contract'
import type { NamedField } from './groups-query.ts'
import type { LeafGroup } from './group-records.ts'

type PathKey = string | number | boolean | null
type GroupHeader = Extract<GroupLine, { kind: 'group' }>

interface Branch {
  header: GroupHeader
  children: Branch[]
  /** The group by all fields, on the innermost level; otherwise null. */
  leaf: LeafGroup | null
}

/** The content of a grouped page: group headers, and ranges of records of a group. */
export type PagePart =
  { kind: 'group'; header: GroupHeader } | { kind: 'records'; leaf: LeafGroup; offset: number; limit: number }

/** The key of a value in a path: the pid of a reference, otherwise the value itself. */
function pathKey(value: unknown): PathKey {
  if (typeof value === 'object' && value !== null && 'pid' in value) return String(value.pid)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const add = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value + (other[name] ?? 0)]))

/**
 * Turns the groups by all fields into a tree: groups by the first field, by the first two, and so on. Each
 * node has its exact count and sums.
 */
function toTree(
  leaves: readonly LeafGroup[],
  by: readonly NamedField[],
  isOpen: (path: readonly PathKey[]) => boolean,
): Branch[] {
  const top: Branch[] = []
  for (const leaf of leaves) {
    let siblings = top
    let path: PathKey[] = []
    for (const [depth, { name }] of by.entries()) {
      const value = leaf.key[name] ?? null
      path = [...path, pathKey(value)]
      const last = siblings.at(-1)
      // Leaves arrive in order, so an unfinished group is always the last of its siblings.
      const known = last !== undefined && last.header.path.at(-1) === path.at(-1) ? last : undefined
      const header: GroupHeader = {
        kind: 'group',
        field: name,
        value,
        path,
        depth,
        count: 0,
        sums: {},
        isOpen: isOpen(path),
      }
      const branch: Branch = known ?? { header, children: [], leaf: depth === by.length - 1 ? leaf : null }
      branch.header.count += leaf.count
      branch.header.sums = known === undefined ? leaf.sums : add(branch.header.sums, leaf.sums)
      if (known === undefined) siblings.push(branch)
      siblings = branch.children
    }
  }
  return top
}

function openTest(open: GroupsQuery['open']): (path: readonly PathKey[]) => boolean {
  if (open === 'all') return () => true
  const paths = new Set((open ?? []).map((path) => JSON.stringify(path)))
  return (path) => paths.has(JSON.stringify(path))
}

/** All visible lines in order; a closed group is only its header. */
function drawn(branches: readonly Branch[]): PagePart[] {
  return branches.flatMap(({ header, children, leaf }): PagePart[] => {
    if (!header.isOpen) return [{ kind: 'group', header }]
    const inside: PagePart[] =
      leaf === null ? drawn(children) : [{ kind: 'records', leaf, offset: 0, limit: leaf.count }]
    return [{ kind: 'group', header }, ...inside]
  })
}

const linesOf = (part: PagePart) => (part.kind === 'group' ? 1 : part.limit)

export interface Layout {
  parts: PagePart[]
  /** Number of lines on all pages. */
  lines: number
  /** Number of records in all groups. */
  count: number
}

/**
 * Lays out one page of lines: its headers, and the ranges of records of each group. `first` is the index of
 * the first line, counted from 0.
 */
export function layOut(
  leaves: readonly LeafGroup[],
  by: readonly NamedField[],
  open: GroupsQuery['open'],
  stretch: { first: number; most: number },
): Layout {
  const end = stretch.first + stretch.most
  const parts: PagePart[] = []
  let line = 0
  for (const part of drawn(toTree(leaves, by, openTest(open)))) {
    const [from, to] = [Math.max(stretch.first, line), Math.min(end, line + linesOf(part))]
    if (from < to)
      parts.push(part.kind === 'group' ? part : { ...part, offset: from - line, limit: to - from })
    line += linesOf(part)
  }
  return { parts, lines: line, count: leaves.reduce((sum, { count }) => sum + count, 0) }
}
