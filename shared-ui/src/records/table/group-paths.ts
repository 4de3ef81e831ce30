import type { GroupKey, OpenGroups } from '../view-state.ts'
import type { TableLine } from './lines.ts'

const isSamePath = (one: readonly GroupKey[], other: readonly GroupKey[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The open groups after a header is toggled. If all groups were open, those on this page stay open. A closed
 * group keeps the state of the groups inside it.
 */
export function toggledGroups(lines: readonly TableLine[], line: TableLine, open: OpenGroups): OpenGroups {
  if (!('header' in line)) return open
  const { path } = line.header
  const known = open === 'all' ? lines.flatMap((each) => ('header' in each ? [each.header.path] : [])) : open
  const others = known.filter((each) => !isSamePath(each, path))
  // Based on the requested state, not the rendered one: a second click may precede the first response.
  return others.length < known.length ? others : [...others, path]
}
