import { formatText } from '@portal/contract'
import type { Language, TextKey, Texts } from '@portal/contract'

/** Answers a text of a catalogue in one language. */
export type SayText<Catalogue extends Texts> = (
  key: TextKey<Catalogue>,
  values?: Readonly<Record<string, string | number>>,
) => string

/** The Spanish twin of an English catalogue: the same keys, each with a text, and no other. */
type SpanishOf<Catalogue extends Texts, Spanish> = Readonly<Record<keyof Catalogue, string>> &
  Readonly<Record<Exclude<keyof Spanish, keyof Catalogue>, never>>

/**
 * What the server writes, in each language. Keys are checked by the compiler; numbers in plurals are passed
 * as `count`.
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
