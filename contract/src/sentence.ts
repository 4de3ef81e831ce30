import { screenLabel, screenLanguage } from './language.ts'
import type { Language } from './language.ts'

/**
 * A sentence with values, which the edge of the server puts into the reader's language by its English
 * template. `{{name}}` stands for a value.
 */
export interface Sentence {
  readonly template: string
  readonly values: Readonly<Record<string, number | Sayable>>
}

/** Sentences one after another. */
export interface Sentences {
  readonly parts: readonly Sayable[]
  readonly separator: string
}

/** What somebody else has put into words already, such as the messages of zod. */
export type TextByLanguage = Readonly<Record<Language, string>>

/** What is said to people: an English sentence without values is its own template. */
export type Sayable = string | Sentence | Sentences | TextByLanguage

/** Answers what is said in the language of whoever reads it. */
export type Say = (said: Sayable) => string

/** `phrase('The {{noun}} has no such condition.', { noun })`: the template is the key of its translations. */
export const phrase = (template: string, values: Sentence['values']): Sentence => ({ template, values })

export const joined = (parts: readonly Sayable[], separator = ' '): Sentences => ({ parts, separator })

/** Puts what is said into words of a language. `translate` answers a template, and each value, in it. */
export function inWords(said: Sayable, language: Language, translate: (english: string) => string): string {
  if (typeof said === 'string') return translate(said)
  if ('en' in said) return said[language]
  if ('parts' in said)
    return said.parts.map((part) => inWords(part, language, translate)).join(said.separator)
  return translate(said.template).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = said.values[name]
    return value === undefined
      ? ''
      : typeof value === 'number'
        ? String(value)
        : inWords(value, language, translate)
  })
}

export const inEnglish: Say = (said) => inWords(said, 'en', (english) => english)

/** What is said in the language of the screen. Called by screens, never by a server. */
export const screenWords: Say = (said) => inWords(said, screenLanguage(), screenLabel)
