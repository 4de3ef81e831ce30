import { Checklist, readinessOf, signOffReset } from '@portal/contract'
import { AskedSince, withAskedSince } from '@portal/contract/requirements-move'
import type { RecordValues } from '@portal/contract'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { isApproved } from './change-contents.ts'

type Package = LockedRecord<'rts'>['before']

const changesOf = ({ askedSince }: Package): AskedSince => AskedSince.catch([]).parse(askedSince ?? [])

/** Does reopening the package take away its approval, because its documents change? */
export const isApprovalLost = (before: Package): boolean => changesOf(before).length > 0 && isApproved(before)

/** The values of a package that is reopened: it asks for what its permit needs by now. */
export function askedSinceApplied(before: Package): RecordValues {
  const changes = changesOf(before)
  if (changes.length === 0) return {}
  const checklist = withAskedSince(Checklist.catch([]).parse(before.checklist ?? []), changes)
  return { ...signOffReset, checklist, ...readinessOf(checklist), askedSince: null }
}
