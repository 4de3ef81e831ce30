import { englishFieldLabel, screenLabelOf } from '@portal/contract'
import type { AttributeCondition, Field, RuleCondition } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'
import { t } from './condition-texts.ts'
import { formatFieldNumber } from './typed-number.ts'

export const labelOfField = (name: string, declared: Field | undefined): string =>
  screenLabelOf(englishFieldLabel(name, declared), declared?.labelEs)

const valueText = (declared: Field | undefined, value: string | boolean): string => {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return screenLabelIn(declared?.options ?? [], value) ?? value
}

interface Words {
  /** The fields that conditions can name. */
  fields: ReadonlyMap<string, Field>
  currency: string
}

function partText(name: string, asked: RuleCondition[string], { fields, currency }: Words): string {
  const declared = fields.get(name)
  const field = labelOfField(name, declared)
  if (Array.isArray(asked))
    return t('condition', { field, values: asked.map((value) => valueText(declared, value)).join(', ') })
  const { min, max } = asked
  const limit = (value: number) => formatFieldNumber(value, declared ?? { type: 'decimal' }, currency)
  if (min === undefined) return max === undefined ? field : t('rangeMost', { field, most: limit(max) })
  return max === undefined
    ? t('rangeLeast', { field, least: limit(min) })
    : t('range', { field, least: limit(min), most: limit(max) })
}

/**
 * A condition as text, for example `Escorted is Yes and Valuation from $50,000.00`; empty when it has no
 * fields.
 */
export const formatRuleCondition = (condition: RuleCondition, words: Words): string =>
  Object.entries(condition)
    .map(([name, asked]) => partText(name, asked, words))
    .reduce((first, second) => (first === '' ? second : t('joined', { first, second })), '')

/** When a detail is shown or required; null is never, no fields always. */
export function formatCondition(condition: AttributeCondition | null, words: Words): string {
  if (condition === null) return t('never')
  return formatRuleCondition(condition, words) || t('always')
}
