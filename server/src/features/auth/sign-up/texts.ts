import { serverTexts } from '#language/server-texts.ts'
import { es } from './texts.es.ts'

/** The mail that asks a person to confirm their address. */
export const en = {
  subject: 'Confirm your address',
  somebody: 'Somebody signed up with this address at {{portal}}.',
  open: 'If it was you, open this link and press the button there. Your request cannot be approved before:\n{{link}}',
  ignore: 'If it was not you, delete this message.',
} as const

export const confirmationTexts = serverTexts(en, es)
