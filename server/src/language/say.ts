import { inEnglish, inWords } from '@portal/contract'
import type { Language, Say } from '@portal/contract'
import { labelsEs } from '@portal/contract/spanish'
import { sentencesEs } from './spanish/sentences.es.ts'

const says: Readonly<Record<Language, Say>> = {
  en: inEnglish,
  es: (said) => inWords(said, 'es', (english) => sentencesEs[english] ?? labelsEs[english] ?? english),
}

/** Puts what is said into words of a language. What has no Spanish stays English. */
export const sayIn = (language: Language = 'en'): Say => says[language]
