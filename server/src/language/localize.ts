import { inEnglish, toText } from '@portal/contract'
import type { Language, Say } from '@portal/contract'
import { labelsEs } from '@portal/contract/spanish'
import { sentencesEs } from './spanish/sentences.es.ts'

const says: Readonly<Record<Language, Say>> = {
  en: inEnglish,
  es: (said) => toText(said, 'es', (english) => sentencesEs[english] ?? labelsEs[english] ?? english),
}

/** Puts what is said into words of a language. What has no Spanish stays English. */
export const localize = (language: Language = 'en'): Say => says[language]
