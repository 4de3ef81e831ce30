import { screenLabel, screenLanguage } from './language.ts'
import type { Language } from './language.ts'

/**
 * A sentence with values. The server translates it into the reader's language by its English template;
 * `{{name}}` is a placeholder for a value.
 */
export interface Sentence {
  readonly template: string
  readonly values: Readonly<Record<string, number | Sayable>>
}

/** Several sentences in a row. */
export interface Sentences {
  readonly parts: readonly Sayable[]
  readonly separator: string
}

/** An already translated text, for example a message of zod. */
export type TextByLanguage = Readonly<Record<Language, string>>

/** Any message to a user. A plain string is an English sentence without values and its own template. */
export type Sayable = string | Sentence | Sentences | TextByLanguage

/** Turns a message into text in the reader's language. */
export type Say = (said: Sayable) => string

/**
 * Creates a sentence: `phrase('Condition not found on this {{noun}}.', { noun })`. The template is the key of
 * its translations.
 */
export const phrase = (template: string, values: Sentence['values']): Sentence => ({ template, values })

/** A text that is the same in every language, for example a heading of a file or what someone typed. */
export const verbatim = (text: string): TextByLanguage => ({ en: text, es: text })

export const joined = (parts: readonly Sayable[], separator = ' '): Sentences => ({ parts, separator })

/** Turns a message into text. `translate` translates a template and each value into the language. */
export function toText(said: Sayable, language: Language, translate: (english: string) => string): string {
  if (typeof said === 'string') return translate(said)
  if ('en' in said) return said[language]
  if ('parts' in said) return said.parts.map((part) => toText(part, language, translate)).join(said.separator)
  return translate(said.template).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = said.values[name]
    return value === undefined
      ? ''
      : typeof value === 'number'
        ? String(value)
        : toText(value, language, translate)
  })
}

export const inEnglish: Say = (said) => toText(said, 'en', (english) => english)

/** A message in the language of the screen. Only screens call it, never a server. */
export const localizeOnScreen: Say = (said) => toText(said, screenLanguage(), screenLabel)
