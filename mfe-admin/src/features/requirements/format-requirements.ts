import { feeCodes } from '@portal/contract'
import type { RequirementChange, RequirementRule } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'
import { t } from './texts.ts'
import { agencyName } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'

const agencyOrEvery = (agencies: readonly Agency[], code: string | null): string =>
  code === null ? t('everyAgency') : agencyName(agencies, code)
export const typeName = (code: string | null, { permitType }: LibraryLabels): string =>
  code === null ? t('everyType') : permitType(code)

/** Names of what a rule is for. */
export const namesOfRule = (
  agencies: readonly Agency[],
  { authority, permitType }: Pick<RequirementRule, 'authority' | 'permitType'>,
  labels: LibraryLabels,
) => ({ agency: agencyOrEvery(agencies, authority), type: typeName(permitType, labels) })

export const documentNames = (codes: readonly string[], { documentType }: LibraryLabels): string =>
  codes.map(documentType).join(', ')
export const feeNames = (codes: readonly string[]): string =>
  codes.map((code) => screenLabelIn(feeCodes, code) ?? code).join(', ')

function whatChanged(agencies: readonly Agency[], change: RequirementChange, labels: LibraryLabels): string {
  if (change.part === 'clientConditions') return t('changeClients')
  if (change.part === 'condition')
    return t('changeCondition', { code: (change.to ?? change.from)?.code ?? '' })
  const rule = change.to ?? change.from
  return rule === null ? '' : t('changeRule', namesOfRule(agencies, rule, labels))
}

/** A difference between two versions as a sentence. */
export function formatChange(
  agencies: readonly Agency[],
  change: RequirementChange,
  labels: LibraryLabels,
): string {
  const what = whatChanged(agencies, change, labels)
  if (change.from === null) return t('change_added', { what })
  return change.to === null ? t('change_removed', { what }) : t('change_changed', { what })
}
