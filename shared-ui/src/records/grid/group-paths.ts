import type { GroupKey, OpenGroups } from '../page/view-state.ts'
import type { TableLine } from './lines.ts'

const isSamePath = (one: readonly GroupKey[], other: readonly GroupKey[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The open groups after a header was opened or closed. Where all were open, those on this page stay so. A
 * group that closes keeps the state of the groups inside it.
 */
export function toggledGroups(lines: readonly TableLine[], line: TableLine, open: OpenGroups): OpenGroups {
  if (!('header' in line)) return open
  const { path } = line.header
  const known = open === 'all' ? lines.flatMap((line) => ('header' in line ? [line.header.path] : [])) : open
  const others = known.filter((each) => !isSamePath(each, path))
  // What was asked for counts, not what is drawn: a second click may come before the answer to the first.
  return others.length < known.length ? others : [...others, path]
}
