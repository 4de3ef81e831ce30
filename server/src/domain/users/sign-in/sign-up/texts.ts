import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** The mail that asks a person to confirm their address. */
export const en = {
  subject: 'Confirm your address',
  somebody: 'Someone signed up with this address at {{portal}}.',
  open: 'If it was you, open this link and confirm your address. Your request can’t be approved until then:\n{{link}}',
  ignore: 'If it was not you, delete this message.',
} as const

export const confirmationTexts = serverTexts(en, es)
