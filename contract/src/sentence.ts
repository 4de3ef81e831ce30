/** A sentence with values, which the edge of the server puts into the reader's language by its English template. `{{name}}` stands for a value. */
export interface Sentence {
  readonly template: string
  readonly values: Readonly<Record<string, number | Sayable>>
}

/** Sentences one after another. */
export interface Sentences {
  readonly parts: readonly Sayable[]
  readonly separator: string
}

/** What is said to people: an English sentence without values is its own template. */
export type Sayable = string | Sentence | Sentences

/** Answers what is said in the language of whoever reads it. */
export type Say = (said: Sayable) => string

/** `sentence('The {{noun}} has no such condition.', { noun })`: the template is the key of its translations. */
export const sentence = (template: string, values: Sentence['values']): Sentence => ({ template, values })

export const joined = (parts: readonly Sayable[], separator = ' '): Sentences => ({ parts, separator })

/** Puts what is said into words. `translate` answers the template, and each value, in the language of the reader. */
export function inWords(said: Sayable, translate: (english: string) => string): string {
  if (typeof said === 'string') return translate(said)
  if ('parts' in said) return said.parts.map((part) => inWords(part, translate)).join(said.separator)
  return translate(said.template).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = said.values[name]
    return value === undefined ? '' : typeof value === 'number' ? String(value) : inWords(value, translate)
  })
}

export const inEnglish: Say = (said) => inWords(said, (english) => english)
