import { formatText } from '@portal/contract'
import type { TextKey, Texts } from '@portal/contract'
import { language, onLanguage, spanishOf } from './language.ts'

/** Answers a text in the language of the screen. `texts` is the English catalogue. */
export interface Translate<Catalogue extends Texts> {
  (key: TextKey<Catalogue>, values?: Readonly<Record<string, string | number>>): string
  readonly texts: Catalogue
}

/** The catalogue of another language for the `t` of a package: the same keys, each with a text. */
export type TextsOf<T extends Translate<Texts>> = Readonly<Record<keyof T['texts'], string>>

/** Texts kept of one package. */
const maxKnown = 2_000

/**
 * Registers a package's English texts and answers its `t`. Keys are checked by the compiler; numbers in
 * plurals are passed as `count` and shown with thousands separators by `{{count, number}}`. Spanish texts
 * come from the package's `spanish.ts` (`language.ts`).
 */
export function registerTexts<const Catalogue extends Texts>(
  namespace: string,
  texts: Catalogue,
): Translate<Catalogue> {
  // The same few texts are shown again and again: a record shows over a hundred.
  const known = new Map<string, string>()
  onLanguage(() => known.clear())
  const translate = (key: TextKey<Catalogue>, values?: Readonly<Record<string, string | number>>): string => {
    const id = values === undefined ? key : [key, ...Object.values(values)].join('\u0000')
    const before = known.get(id)
    if (before !== undefined) return before
    const text = formatText({
      texts: language() === 'es' ? (spanishOf(namespace) ?? texts) : texts,
      key,
      values,
      language: language(),
    })
    if (known.size === maxKnown) known.clear()
    known.set(id, text)
    return text
  }
  return Object.assign(translate, { texts })
}
