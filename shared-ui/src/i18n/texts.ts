import { formatText } from '@portal/contract'
import type { TextKey, Texts } from '@portal/contract'
import { language, onLanguage, spanishOf } from './language.ts'

/** Returns a text in the language of the screen. `texts` is the English catalog. */
export interface Translate<Catalogue extends Texts> {
  (key: TextKey<Catalogue>, values?: Readonly<Record<string, string | number>>): string
  readonly texts: Catalogue
}

/** The catalog of another language for a package's `t`: the same keys, each with a text. */
export type TextsOf<T extends Translate<Texts>> = Readonly<Record<keyof T['texts'], string>>

/** Maximum number of formatted texts that are cached per package. */
const maxKnown = 2_000

/**
 * Registers a package's English texts and returns its `t`. Keys are checked by the compiler. The number of a
 * plural is passed as `count`; `{{count, number}}` shows it with thousands separators. Spanish texts come
 * from the package's `spanish.ts` (`language.ts`).
 */
export function registerTexts<const Catalogue extends Texts>(
  namespace: string,
  texts: Catalogue,
): Translate<Catalogue> {
  // The same texts are used repeatedly: a record shows over a hundred.
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
