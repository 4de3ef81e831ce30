import { screenLabel, screenLabelOf, screenLanguage } from '@portal/contract'
import type { Declaration, Field, Option } from '@portal/contract'

const translated = new WeakMap<Declaration, Declaration>()

/**
 * An option with its labels in the language of this screen. An option that is translated already stays as it
 * is.
 */
export function screenOption(option: Option): Option {
  if (screenLanguage() === 'en') return option
  const { label, labelEs, clientLabel, clientLabelEs, ...rest } = option
  return {
    ...rest,
    label: screenLabelOf(label, labelEs),
    ...(clientLabel !== undefined && { clientLabel: screenLabelOf(clientLabel, clientLabelEs) }),
  }
}

/** Options to choose from, with their labels in the language of this screen. */
export const screenOptions = (options: readonly Option[] | undefined): Option[] =>
  (options ?? []).map(screenOption)

/** The label of a code among `options`, in the language of this screen; undefined for an unknown code. */
export const screenLabelIn = (options: readonly Option[], code: unknown): string | undefined =>
  screenOptions(options.filter((option) => option.code === code))[0]?.label

function fieldInWords(declared: Field): Field {
  const { options, section, description } = declared
  return {
    ...declared,
    ...(options !== undefined && { options: screenOptions(options) }),
    ...(section !== undefined && { section: screenLabel(section) }),
    ...(description !== undefined && { description: screenLabel(description) }),
  }
}

/** The declaration with its labels in the language of this screen. */
export function screenDeclaration(declaration: Declaration): Declaration {
  if (screenLanguage() === 'en') return declaration
  const known = translated.get(declaration)
  if (known !== undefined) return known
  const fields = Object.fromEntries(
    Object.entries(declaration.fields).map(([name, declared]) => [name, fieldInWords(declared)]),
  )
  const made = { ...declaration, noun: screenLabel(declaration.noun), fields }
  translated.set(declaration, made)
  return made
}
