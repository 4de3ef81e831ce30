import type { AffectedPermits, RequirementDifferences } from '@portal/contract'
import type { AffectedPermit } from '@portal/contract/requirements-move'
import type { LibraryLabels } from '@portal/shared-ui'
import { documentNames, feeNames, typeName } from './format-requirements.ts'
import { t } from './texts.ts'

type Documents = RequirementDifferences['documents']

const named = (
  key: 'more' | 'moreOptional' | 'nowRequired' | 'nowOptional' | 'less',
  documents: Documents,
  labels: LibraryLabels,
) =>
  documents.length === 0
    ? []
    : [
        t(key, {
          documents: documentNames(
            documents.map(({ documentType }) => documentType),
            labels,
          ),
        }),
      ]

function daysText({ from, to }: NonNullable<RequirementDifferences['expectedDays']>): string {
  if (to === null) return t('daysNone')
  return from === null ? t('daysNew', { count: to }) : t('daysOther', { count: to, from })
}

/** What differs for a permit, each kind of difference as a phrase. */
export function formatDifferences(
  { documents, conditions, fees, departments, expectedDays }: RequirementDifferences,
  labels: LibraryLabels,
): string[] {
  const { changed = [] } = fees
  const { added = [], dropped = [] } = departments ?? {}
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
      labels,
    ),
    ...named(
      'moreOptional',
      of(({ from, to }) => from === null && to === 'OPTIONAL'),
      labels,
    ),
    ...named(
      'nowRequired',
      of(({ from, to }) => from === 'OPTIONAL' && to === 'REQUIRED'),
      labels,
    ),
    ...named(
      'nowOptional',
      of(({ from, to }) => from === 'REQUIRED' && to === 'OPTIONAL'),
      labels,
    ),
    ...named(
      'less',
      of(({ to }) => to === null),
      labels,
    ),
    ...conditionsThat,
    ...(fees.added.length === 0 ? [] : [t('feesMore', { fees: feeNames(fees.added, labels) })]),
    ...(fees.dropped.length === 0 ? [] : [t('feesLess', { fees: feeNames(fees.dropped, labels) })]),
    ...(changed.length === 0 ? [] : [t('feesChanged', { fees: feeNames(changed, labels) })]),
    ...(added.length === 0 ? [] : [t('departmentsMore', { names: added.join(', ') })]),
    ...(dropped.length === 0 ? [] : [t('departmentsLess', { names: dropped.join(', ') })]),
    ...(expectedDays === undefined ? [] : [daysText(expectedDays)]),
  ]
}

/** What a move does to the package of a permit that is not sent yet. */
export function formatPackage(
  { checklist }: Pick<AffectedPermit, 'checklist'>,
  labels: LibraryLabels,
): string {
  if (checklist === null) return t('noPackage')
  const { added, dropped, kept } = checklist
  const told = [
    ...(added.length === 0 ? [] : [t('packageMore', { documents: documentNames(added, labels) })]),
    ...(dropped.length === 0 ? [] : [t('packageLess', { documents: documentNames(dropped, labels) })]),
    ...(kept.length === 0 ? [] : [t('packageKept', { documents: documentNames(kept, labels) })]),
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
  labels: LibraryLabels,
): string =>
  t('affected', {
    count,
    all,
    agency: authority?.title ?? t('noAgency'),
    type: typeName(permitType, labels),
    what: what.join('; '),
  })

/** What changes for open permits of one agency and type. */
export const formatGroup = (group: Group, all: number, labels: LibraryLabels): string =>
  groupLine(group, all, formatDifferences(group.differences, labels), labels)

/** The same of a draft; servers of the last release say less. */
function formatAffected(affected: AffectedPermits, all: number, labels: LibraryLabels): string {
  const { more, less, isOtherwiseChanged, differences } = affected
  if (differences !== undefined) return formatGroup({ ...affected, differences }, all, labels)
  return groupLine(
    affected,
    all,
    [
      ...(more.length === 0 ? [] : [t('more', { documents: documentNames(more, labels) })]),
      ...(less.length === 0 ? [] : [t('less', { documents: documentNames(less, labels) })]),
      ...(isOtherwiseChanged ? [t('otherwise')] : []),
    ],
    labels,
  )
}

/** What another version changes for open permits, each agency and type as a sentence. */
export function formatAffectedAll(
  affected: readonly AffectedPermits[],
  all: number,
  labels: LibraryLabels,
): string[] {
  if (affected.length > 0) return affected.map((each) => formatAffected(each, all, labels))
  return [all === 0 ? t('affectedNone_zero') : t('affectedNone', { count: all })]
}
