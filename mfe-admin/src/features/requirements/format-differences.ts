import type { AffectedPermits, RequirementDifferences } from '@portal/contract'
import type { AffectedPermit } from '@portal/contract/requirements-move'
import { documentNames, feeNames, typeName } from './format-requirements.ts'
import { t } from './texts.ts'

type Documents = RequirementDifferences['documents']

const named = (
  key: 'more' | 'moreOptional' | 'nowRequired' | 'nowOptional' | 'less',
  documents: Documents,
) =>
  documents.length === 0
    ? []
    : [t(key, { documents: documentNames(documents.map(({ documentType }) => documentType)) })]

/** What differs for a permit, each kind of difference as a phrase. */
export function formatDifferences({ documents, conditions, fees }: RequirementDifferences): string[] {
  const of = (isMeant: (change: Documents[number]) => boolean) => documents.filter(isMeant)
  const texts = (change: RequirementDifferences['conditions'][number]['change']) =>
    conditions.flatMap((condition) => (condition.change === change ? [condition.text] : [])).join(' ')
  const conditionsThat = (['added', 'dropped', 'changed'] as const).flatMap((change) => {
    const told = texts(change)
    return told === '' ? [] : [t(`conditions_${change}`, { texts: told })]
  })
  return [
    ...named(
      'more',
      of(({ from, to }) => from === null && to === 'REQUIRED'),
    ),
    ...named(
      'moreOptional',
      of(({ from, to }) => from === null && to === 'OPTIONAL'),
    ),
    ...named(
      'nowRequired',
      of(({ from, to }) => from === 'OPTIONAL' && to === 'REQUIRED'),
    ),
    ...named(
      'nowOptional',
      of(({ from, to }) => from === 'REQUIRED' && to === 'OPTIONAL'),
    ),
    ...named(
      'less',
      of(({ to }) => to === null),
    ),
    ...conditionsThat,
    ...(fees.added.length === 0 ? [] : [t('feesMore', { fees: feeNames(fees.added) })]),
    ...(fees.dropped.length === 0 ? [] : [t('feesLess', { fees: feeNames(fees.dropped) })]),
  ]
}

/** What a move does to the package of a permit that is not sent yet. */
export function formatPackage({ checklist }: Pick<AffectedPermit, 'checklist'>): string {
  if (checklist === null) return t('noPackage')
  const { added, dropped, kept } = checklist
  const told = [
    ...(added.length === 0 ? [] : [t('packageMore', { documents: documentNames(added) })]),
    ...(dropped.length === 0 ? [] : [t('packageLess', { documents: documentNames(dropped) })]),
    ...(kept.length === 0 ? [] : [t('packageKept', { documents: documentNames(kept) })]),
  ]
  return told.length === 0 ? t('packageSame') : t('package', { what: told.join('; ') })
}

interface Group extends Pick<AffectedPermits, 'authority' | 'permitType' | 'count'> {
  differences: RequirementDifferences
}

const groupLine = (
  { authority, permitType, count }: Omit<Group, 'differences'>,
  all: number,
  what: readonly string[],
): string =>
  t('affected', {
    count,
    all,
    agency: authority?.title ?? t('noAgency'),
    type: typeName(permitType),
    what: what.join('; '),
  })

/** What changes for open permits of one agency and type. */
export const formatGroup = (group: Group, all: number): string =>
  groupLine(group, all, formatDifferences(group.differences))

/** The same of a draft; servers of the last release say less. */
export function formatAffected(affected: AffectedPermits, all: number): string {
  const { more, less, isOtherwiseChanged, differences } = affected
  if (differences !== undefined) return formatGroup({ ...affected, differences }, all)
  return groupLine(affected, all, [
    ...(more.length === 0 ? [] : [t('more', { documents: documentNames(more) })]),
    ...(less.length === 0 ? [] : [t('less', { documents: documentNames(less) })]),
    ...(isOtherwiseChanged ? [t('otherwise')] : []),
  ])
}
