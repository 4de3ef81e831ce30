import { inEnglish, toText } from '@portal/contract'
import type { Language, Say } from '@portal/contract'
import { labelsEs } from '@portal/contract/spanish'
import { sentencesEs } from './spanish/sentences.es.ts'

const says: Readonly<Record<Language, Say>> = {
  en: inEnglish,
  es: (said) => toText(said, 'es', (english) => sentencesEs[english] ?? labelsEs[english] ?? english),
}

/** Returns the function that writes texts in a language. Texts without a Spanish version stay English. */
export const localize = (language: Language = 'en'): Say => says[language]
