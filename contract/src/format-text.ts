import { byLanguage } from './by-language.ts'
import type { Language } from './language.ts'
import { formatNumber } from './format-numbers.ts'

/**
 * Message catalog of one package or feature: key to sentence, `{{name}}` for values, `_one` and `_other` for
 * plurals.
 */
export type Texts = Readonly<Record<string, string>>

type WithoutPlural<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key
/** Keys of a catalog for lookup; plural keys without their suffix. */
export type TextKey<Catalogue extends Texts> = WithoutPlural<keyof Catalogue & string>

export interface TextToFormat {
  texts: Texts
  key: string
  values?: Readonly<Record<string, string | number>> | undefined
  language: Language
}

const pluralRulesIn = byLanguage((locale) => new Intl.PluralRules(locale))

/**
 * The text of a key, or its plural form for `count`: `_zero` when it exists and applies, otherwise `_one` or
 * `_other`. Spanish has a third form for whole millions, which has the same text as `_other` here.
 */
function textFor({ texts, key, values, language }: TextToFormat): string | undefined {
  if (texts[key] !== undefined) return texts[key]
  const count = values?.['count']
  if (typeof count !== 'number') return undefined
  if (count === 0 && texts[`${key}_zero`] !== undefined) return texts[`${key}_zero`]
  return texts[`${key}_${pluralRulesIn(language).select(count) === 'one' ? 'one' : 'other'}`]
}

/**
 * Replaces `{{name}}` and `{{name, number}}` in a text. A key without a text is returned itself. Values are
 * not escaped here, because React escapes them.
 */
export function formatText(wanted: TextToFormat): string {
  const text = textFor(wanted) ?? wanted.key
  const { values = {} } = wanted
  return text.replaceAll(
    /\{\{(\w+)(, number)?\}\}/g,
    (_whole, name: string, isNumber: string | undefined) => {
      const value = values[name]
      if (value === undefined) return ''
      return isNumber !== undefined && typeof value === 'number'
        ? formatNumber(value, wanted.language)
        : String(value)
    },
  )
}
