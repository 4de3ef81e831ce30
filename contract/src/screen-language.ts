/** The codes of `Language`. */
export const languages = ['en', 'es'] as const
type Language = (typeof languages)[number]

/** A language code; undefined when the portal does not have the language. */
export const toLanguage = (value: unknown): Language | undefined =>
  languages.find((language) => language === value)

/** Locale for `Intl` by language: Spanish as used in the United States. */
export const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>

let current: Language = 'en'

/**
 * The language of the screen that runs this code. On a server it is always English: a server serves many
 * people, so functions take the language as a parameter.
 */
export const screenLanguage = (): Language => current

/** Sets the language of this screen. Only the shell calls it, never a server. */
export function setScreenLanguage(language: Language): void {
  current = language
}

let labels: ReadonlyMap<string, string> = new Map()

/**
 * Sets the translations of the contract's labels for this screen, by their English text; empty for English.
 */
export function setScreenLabels(words: Readonly<Record<string, string>>): void {
  labels = new Map(Object.entries(words))
}

/**
 * Translates a label of the contract for this screen. Labels written by an administrator are not translated.
 */
export const screenLabel = (text: string): string => labels.get(text) ?? text

/** A label in the language of this screen, with the Spanish an administrator wrote for it, where they did. */
export const screenLabelOf = (label: string, labelEs: string | undefined): string =>
  current === 'es' && labelEs !== undefined && labelEs !== '' ? labelEs : screenLabel(label)

/**
 * The best supported language for an `Accept-Language` header, by weight; English when the header names none.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters
        .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((found) => found !== undefined)
      return {
        language: toLanguage(tag.split('-', 1)[0]),
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
  const [best] = wanted
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, other) => other.weight - a.weight)
  return best?.language ?? 'en'
}
