import { formatText } from '@portal/contract'
import type { Language, TextKey, Texts } from '@portal/contract'

/** Returns a text of a catalog in one language. */
export type SayText<Catalogue extends Texts> = (
  key: TextKey<Catalogue>,
  values?: Readonly<Record<string, string | number>>,
) => string

/** The Spanish version of an English catalog: exactly the same keys. */
type SpanishOf<Catalogue extends Texts, Spanish> = Readonly<Record<keyof Catalogue, string>> &
  Readonly<Record<Exclude<keyof Spanish, keyof Catalogue>, never>>

/**
 * The texts of the server in each language. The compiler checks the keys. The number of a plural is passed as
 * `count`.
 */
export function serverTexts<
  const Catalogue extends Texts,
  const Spanish extends SpanishOf<Catalogue, Spanish>,
>(en: Catalogue, es: Spanish): (language: Language) => SayText<Catalogue> {
  const says = {
    en: (key: string, values?: Readonly<Record<string, string | number>>) =>
      formatText({ texts: en, key, values, language: 'en' }),
    es: (key: string, values?: Readonly<Record<string, string | number>>) =>
      formatText({ texts: es, key, values, language: 'es' }),
  }
  return (language) => says[language]
}
