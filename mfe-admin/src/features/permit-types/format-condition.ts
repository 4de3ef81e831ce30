import { englishFieldLabel, screenLabelOf } from '@portal/contract'
import type { AttributeCondition, Field } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'
import { t } from './texts.ts'

export const labelOfField = (name: string, declared: Field | undefined): string =>
  screenLabelOf(englishFieldLabel(name, declared), declared?.labelEs)

const valueText = (declared: Field | undefined, value: string | boolean): string => {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return screenLabelIn(declared?.options ?? [], value) ?? value
}

/** A condition as text, for example `Escorted is Yes`; null is never. */
export function formatCondition(
  condition: AttributeCondition | null,
  fields: ReadonlyMap<string, Field>,
): string {
  if (condition === null) return t('never')
  const parts = Object.entries(condition).map(([name, values]) => {
    const declared = fields.get(name)
    return t('condition', {
      field: labelOfField(name, declared),
      values: values.map((value) => valueText(declared, value)).join(', '),
    })
  })
  return parts.length === 0
    ? t('always')
    : parts.reduce((first, second) => t('conditionsJoined', { first, second }))
}
