import { documentTypes, feeCodes, permitTypes } from '@portal/contract'
import type { RequirementChange, RequirementRule } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'
import { t } from './texts.ts'
import type { Agency } from './use-requirements.ts'

export const agencyName = (agencies: readonly Agency[], code: string | null): string =>
  code === null ? t('everyAgency') : (agencies.find(({ shortCode }) => shortCode === code)?.name ?? code)
export const typeName = (code: string | null): string =>
  code === null ? t('everyType') : (screenLabelIn(permitTypes, code) ?? code)

/** Names of what a rule is for. */
export const namesOfRule = (
  agencies: readonly Agency[],
  { authority, permitType }: Pick<RequirementRule, 'authority' | 'permitType'>,
) => ({ agency: agencyName(agencies, authority), type: typeName(permitType) })

export const documentNames = (codes: readonly string[]): string =>
  codes.map((code) => screenLabelIn(documentTypes, code) ?? code).join(', ')
export const feeNames = (codes: readonly string[]): string =>
  codes.map((code) => screenLabelIn(feeCodes, code) ?? code).join(', ')

function whatChanged(agencies: readonly Agency[], change: RequirementChange): string {
  if (change.part === 'clientConditions') return t('changeClients')
  if (change.part === 'condition')
    return t('changeCondition', { code: (change.to ?? change.from)?.code ?? '' })
  const rule = change.to ?? change.from
  return rule === null ? '' : t('changeRule', namesOfRule(agencies, rule))
}

/** A difference between two versions as a sentence. */
export function formatChange(agencies: readonly Agency[], change: RequirementChange): string {
  const what = whatChanged(agencies, change)
  if (change.from === null) return t('change_added', { what })
  return change.to === null ? t('change_removed', { what }) : t('change_changed', { what })
}
