import { screenLabel, screenLabelOf, screenLanguage } from '@portal/contract'
import type { Declaration, Field, Option } from '@portal/contract'

const translated = new WeakMap<Declaration, Declaration>()

const inWords = ({ label, labelEs, clientLabel, clientLabelEs, ...option }: Option): Option => ({
  ...option,
  label: screenLabelOf(label, labelEs),
  ...(clientLabel !== undefined && { clientLabel: screenLabelOf(clientLabel, clientLabelEs) }),
})

function fieldInWords(declared: Field): Field {
  const { options, section, description } = declared
  return {
    ...declared,
    ...(options !== undefined && { options: options.map(inWords) }),
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
