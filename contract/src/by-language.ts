import { locales } from './language.ts'
import type { Language } from './language.ts'

/**
 * Makes a value for a language when it is first asked for, and keeps it. For formats of `Intl`: the first one
 * in a page takes the browser many milliseconds, and a page rarely needs two languages.
 */
export function byLanguage<Value>(make: (locale: string) => Value): (language: Language) => Value {
  const made = new Map<Language, Value>()
  return (language) => {
    const known = made.get(language)
    if (known !== undefined) return known
    const value = make(locales[language])
    made.set(language, value)
    return value
  }
}
